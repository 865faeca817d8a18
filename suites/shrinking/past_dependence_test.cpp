#include "suites/shrinking/past_dependence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "adapters/load/open_backend.h"
#include "spec/case/case_text.h"
#include "suites/judging/past.h"
#include "suites/judging/subject.h"
#include "suites/shrinking/deviations.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

// One conversion under this mask; under that of the program before it for nullopt.
spec::Case program_under(std::optional<spec::Mask> mask, std::uint64_t seed = 0) {
  spec::Vconv vconv;
  vconv.cell = *spec::cell_named("vconv_f322s32r");
  vconv.dst = {spec::MemoryId::kUb, 512};
  spec::Case made;
  made.claim = "Vconv.MatchesOracle/f322s32_r";
  made.seed = seed;
  made.memories = {{spec::MemoryId::kUb, 1024}};
  if (mask) {
    made.steps.emplace_back(spec::SetMask{*mask});
  }
  made.steps.emplace_back(vconv);
  return made;
}

// Golden in which a program begins with the mask that the last one left.
Subject leaking_golden() {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  const auto left = std::make_shared<std::optional<spec::SetMask>>();
  subject.execute = [golden = subject.execute, left](const spec::Case& test_case,
                                                     const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    if (*left) {
      changed.steps.insert(changed.steps.begin(), **left);
    }
    for (const spec::Step& step : test_case.steps) {
      if (const auto* set = std::get_if<spec::SetMask>(&step)) {
        *left = *set;
      }
    }
    return golden(changed, before);
  };
  subject.renew = [left] {
    left->reset();
    return true;
  };
  return subject;
}

Deviation deviation_in(const Subject& subject, const spec::Case& test_case) {
  const CheckResult result = check_property(properties().front(), subject, test_case);
  return deviation_of(test_case.claim, result.findings.at(0), test_case);
}

TEST(PastDependence, IsNotedWithTheFewestProgramsThatShowIt) {
  const Subject subject = leaking_golden();
  std::vector<spec::Case> past;
  for (std::uint64_t i = 0; i < 20; ++i) {
    past.push_back(program_under(i == 11 ? std::optional(spec::kAllLanes) : std::nullopt, i));
    subject.execute(past.back(), spec::initial_image(past.back()));
  }
  Deviation deviation = deviation_in(subject, program_under(std::nullopt));
  note_past_dependence(properties().front(), subject, past, deviation);
  ASSERT_EQ(deviation.smallest.earlier.size(), 1u);
  EXPECT_EQ(deviation.smallest.earlier[0].seed, 11u);
  EXPECT_THAT(deviation.details, HasSubstr("begins with 1 of them"));
  EXPECT_THAT(deviation.in_short, HasSubstr("depends on earlier programs"));

  // As a file it shows the failure in a fresh process.
  subject.renew();
  const spec::Case read = spec::case_from_text(spec::to_text(deviation.smallest));
  EXPECT_EQ(check_property(properties().front(), subject, read).findings.size(), 1u);
}

TEST(PastDependence, IsNotedWithoutProgramsIfNoneOfThemShowsIt) {
  const Subject subject = leaking_golden();
  const spec::Case leaves = program_under(spec::kAllLanes);
  subject.execute(leaves, spec::initial_image(leaves));
  Deviation deviation = deviation_in(subject, program_under(std::nullopt));
  note_past_dependence(properties().front(), subject, {program_under(std::nullopt)}, deviation);
  EXPECT_TRUE(deviation.smallest.earlier.empty());
  EXPECT_THAT(deviation.details, HasSubstr("not on the last ones alone"));
}

TEST(PastDependence, OfACaseThatFailsAloneIsNone) {
  Subject subject = subject_of(adapters::open_backend("mutant:round-half-away"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.renew = [] { return true; };
  spec::Case test_case = program_under(spec::kAllLanes);
  test_case.placements.emplace_back(spec::PlaceNumbers{{}, spec::NumberType::kF32, 64, -5, 11});
  test_case.placements.emplace_back(spec::PlaceElement{{}, spec::NumberType::kF32, 3, 0x40200000});
  Deviation deviation = deviation_in(subject, test_case);
  const std::string details = deviation.details;
  note_past_dependence(properties().front(), subject, {test_case}, deviation);
  EXPECT_TRUE(deviation.smallest.earlier.empty());
  EXPECT_EQ(deviation.details, details);
}

spec::Case of_steps(std::size_t count, std::uint64_t seed) {
  spec::Case program;
  program.seed = seed;
  program.steps.resize(count, spec::SetCtrl{0});
  return program;
}

TEST(Past, RemembersTheLastProgramsUntilAMoment) {
  Past past;
  for (std::uint64_t i = 0; i < Past::kMost + 2; ++i) {
    past.note(of_steps(1, i));
  }
  const std::uint64_t moment = past.now();
  past.note(of_steps(1, 1000));
  const std::vector<spec::Case> before = past.until(moment);
  ASSERT_EQ(before.size(), Past::kMost - 1);
  EXPECT_EQ(before.front().seed, 3U);
  EXPECT_EQ(before.back().seed, Past::kMost + 1);
  EXPECT_EQ(past.until(past.now()).back().seed, 1000U);
}

// 128 programs of thousands of steps would be 100 MB for each judge.
TEST(Past, RemembersFewerOfLongPrograms) {
  Past past;
  constexpr std::size_t kLong = Past::kMostParts / 4;
  for (std::uint64_t i = 0; i < 10; ++i) {
    past.note(of_steps(kLong, i));
  }
  EXPECT_EQ(past.until(past.now()).size(), 4U);
  past.note(of_steps(2 * Past::kMostParts, 10));
  ASSERT_EQ(past.until(past.now()).size(), 1U);
  EXPECT_EQ(past.until(past.now()).front().seed, 10U);
  past.forget();
  past.note(of_steps(kLong, 11));
  past.note(of_steps(kLong, 12));
  EXPECT_EQ(past.until(past.now()).size(), 2U);
}

}  // namespace
}  // namespace vconform::suites
