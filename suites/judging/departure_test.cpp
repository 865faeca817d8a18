// Departures: one per rule, with the case that shows it, under one instruction.
#include "suites/judging/departure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "suites/judging/subject.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

Subject departing_subject(const std::string& choice) {
  Subject subject = subject_of(adapters::open_backend("golden:" + choice));
  for (const spec::Choice& other : spec::choices_of_golden().all()) {
    subject.pinned.pin(other);
  }
  spec::pin_from_text(subject.pinned, choice);
  subject.departing = {spec::choice_named(choice)};
  return subject;
}

std::vector<Departure> all_departures(const Subject& subject) {
  std::vector<Departure> all;
  for (const spec::Conversion& row : spec::kRows) {
    for (const Departure& one : departures_under(subject, {row.number, spec::Rounding::kNull})) {
      all.push_back(one);
    }
  }
  return all;
}

TEST(Departures, OfEveryReadingThatDepartsAreReportedOnceWithACaseThatShowsIt) {
  std::size_t departing = 0;
  for (const spec::RuleId id : spec::kAllRules) {
    for (const spec::Choice& choice : spec::all_readings(id)) {
      if (spec::reading_of(choice).ground != spec::Ground::kDeparts) {
        continue;
      }
      ++departing;
      const std::string text = spec::choice_text(choice);
      const Subject subject = departing_subject(text);
      const std::vector<Departure> found = all_departures(subject);
      ASSERT_EQ(found.size(), 1u) << text;
      EXPECT_EQ(found[0].finding.verdict, kDeparts);
      EXPECT_EQ(found[0].finding.rule, choice.rule) << text;
      EXPECT_THAT(found[0].finding.details, HasSubstr(std::string(spec::reading_of(choice).line)));
      ASSERT_FALSE(found[0].test_case.steps.empty()) << text;
      EXPECT_EQ(departures_in(subject, found[0].test_case).size(), 1u) << text;
    }
  }
  EXPECT_GT(departing, 10u);
}

TEST(Departures, AreNotSeenWhereTheBackendFollowsThePage) {
  Subject subject = departing_subject("deq.offset-sign=unsigned");
  const spec::Case shown = all_departures(subject).front().test_case;
  subject.execute = departing_subject("deq.offset-sign=signed").execute;
  EXPECT_TRUE(departures_in(subject, shown).empty());
}

// As by a profile that was probed before the backend was mended.
TEST(Departures, ThatNoCaseShowsAreReportedWithoutOne) {
  Subject subject = departing_subject("deq.offset-sign=unsigned");
  subject.execute = departing_subject("deq.offset-sign=signed").execute;
  const std::vector<Departure> departures = all_departures(subject);
  ASSERT_EQ(departures.size(), 1u);
  EXPECT_TRUE(departures[0].test_case.steps.empty());
  EXPECT_THAT(departures[0].finding.details, HasSubstr("shown    by no case of this run"));
}

// The first row that the rule concerns follows the page, the others do not.
TEST(Departures, AreShownByAnotherRowThanTheOneThatReportsThem) {
  Subject subject = departing_subject("deq.offset-sign=unsigned");
  const std::optional<spec::Cell> reports = reported_under(subject, spec::cite("deq.offset-sign"));
  ASSERT_TRUE(reports.has_value());
  subject.execute = [departs = subject.execute, reports,
                     follows = departing_subject("deq.offset-sign=signed").execute](
                        const spec::Case& test_case, const spec::MemoryImage& before) {
    const bool is_first = spec::cell_of(test_case.steps.back()) == reports;
    return is_first ? follows(test_case, before) : departs(test_case, before);
  };
  const std::vector<Departure> departures = departures_under(subject, *reports);
  ASSERT_EQ(departures.size(), 1u);
  ASSERT_FALSE(departures[0].test_case.steps.empty());
  const spec::Cell shown = *spec::cell_of(departures[0].test_case.steps.back());
  EXPECT_NE(shown, *reports);
  EXPECT_THAT(departures[0].finding.details,
              HasSubstr("shown    by " + spec::instruction_name(shown)));
}

// A reading that was asked for without being probed may not show anywhere, and is one all the same.
TEST(Departures, AreReportedWhereNoCaseCanBeRunToo) {
  Subject subject = departing_subject("deq.offset-sign=unsigned");
  const Claims all = subject.claims;
  subject.claims = [all](const spec::Cell& cell) {
    return spec::instruction_name(cell) == "vconv_deqs162b8l_u8" && all(cell)
               ? std::optional(spec::FeatureSet{})
               : std::nullopt;
  };
  const spec::Cell only = *spec::cell_named("vconv_deqs162b8l_u8");
  EXPECT_EQ(reported_under(subject, spec::cite("deq.offset-sign")), only);
  EXPECT_EQ(departures_under(subject, only).size(), 1u);
  EXPECT_EQ(reported_under(subject, spec::cite("copy.scale-bits")), std::nullopt);
}

}  // namespace
}  // namespace vconform::suites
