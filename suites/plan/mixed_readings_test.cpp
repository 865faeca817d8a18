// A backend that follows two readings of an open rule is found even if nothing probed the rule.
#include "suites/plan/mixed_readings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "adapters/load/open_backend.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"
#include "suites/plan/unit_json.h"
#include "suites/probing/families.h"
#include "suites/shrinking/deviations.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

// The readings of a rule between which a backend may be undecided without being found wrong in any
// case.
std::vector<spec::Choice> permitted_readings(spec::RuleId rule) {
  std::vector<spec::Choice> readings = spec::all_readings(rule);
  std::erase_if(readings, [](const spec::Choice& choice) {
    const spec::Reading& reading = spec::reading_of(choice);
    return reading.permissive || reading.ground == spec::Ground::kDeparts;
  });
  return readings;
}

std::vector<spec::RuleId> rules_with_several() {
  std::vector<spec::RuleId> rules;
  for (const spec::RuleId rule : spec::kAllRules) {
    // While walk.order is open, no order at all is promised. Between the limits of
    // fixpipe.nd-limit, and of other codes than 0 in a prototype, any call may be refused.
    if (permitted_readings(rule).size() > 1 && rule != spec::cite("walk.order") &&
        rule != spec::cite("fixpipe.nd-limit") && rule != spec::cite("fixpipe.quantpre-codes")) {
      rules.push_back(rule);
    }
  }
  return rules;
}

// Golden under a reading, judged while its rule is open.
Subject judged_openly(spec::Choice choice) {
  Subject subject = subject_of(adapters::open_backend("golden:" + spec::choice_text(choice)));
  subject.claims = claims_within(subject.claims, families_of(spec::rule_of(choice.rule)));
  subject.execute_in_place = {};
  subject.pinned = spec::choices_of_golden();
  subject.pinned.leave_open(choice.rule);
  return subject;
}

// Follows `b` in every other case in which the readings differ.
Subject alternating(spec::Choice a, spec::Choice b) {
  Subject subject = judged_openly(a);
  const auto turns = std::make_shared<std::uint64_t>(0);
  subject.execute = [of_a = subject.execute, of_b = judged_openly(b).execute, turns](
                        const spec::Case& test_case, const spec::MemoryImage& before) {
    spec::Outcome one = of_a(test_case, before);
    spec::Outcome other = of_b(test_case, before);
    *turns += one.after == other.after ? 0 : 1;
    return *turns % 2 == 1 ? one : other;
  };
  return subject;
}

// The deviations in the cases that tell the readings of the rule apart. Each is run twice: of some
// rules there is one.
std::vector<Deviation> deviations_in(Subject subject, spec::RuleId rule) {
  const std::vector<Unit> plan = {{0, spec::all_cells().front(), Cases::kDiscriminating, 0, 0}};
  std::vector<spec::Case> cases;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (subject.claims(cell)) {
      std::ranges::copy(discriminating_cases(subject, cell, rule), std::back_inserter(cases));
    }
  }
  std::vector<UnitResult> results(1);
  for (std::size_t i = 0; i < 2 * cases.size(); ++i) {
    const spec::Case test_case = with_permitted_codes(cases[i % cases.size()], subject.pinned);
    const CheckResult result = matches_oracle(subject, test_case);
    EXPECT_TRUE(result.findings.empty()) << result.findings.front().details;
    count_case(results[0], result, plan[0]);
    note_known(result, subject);
  }
  // As a process of its own, a shard or a journal hands it on.
  results[0] = from_message(to_message(results[0]));
  judge_mixed_readings(plan, results);
  return results[0].deviations;
}

class OpenRule : public testing::TestWithParam<spec::RuleId> {};

TEST_P(OpenRule, HasNoBackendThatMixesItsReadingsAndConforms) {
  const std::vector<spec::Choice> readings = permitted_readings(GetParam());
  for (const spec::Choice& a : readings) {
    EXPECT_TRUE(deviations_in(judged_openly(a), GetParam()).empty()) << spec::choice_text(a);
    for (const spec::Choice& b : readings) {
      if (a == b) {
        continue;
      }
      const std::vector<Deviation> deviations = deviations_in(alternating(a, b), GetParam());
      ASSERT_EQ(deviations.size(), 1U) << spec::choice_text(a) << " " << spec::choice_text(b);
      EXPECT_EQ(deviations[0].verdict, "INCONSISTENT");
      EXPECT_EQ(deviations[0].rule, spec::rule_of(GetParam()).slug);
      EXPECT_THAT(deviations[0].details, HasSubstr("does not follow " + spec::choice_text(a)));
      EXPECT_THAT(deviations[0].details, HasSubstr("does not follow " + spec::choice_text(b)));
    }
  }
}

std::string test_name(const testing::TestParamInfo<spec::RuleId>& info) {
  std::string name(spec::rule_of(info.param).slug);
  std::ranges::replace_if(name, [](char c) { return c == '.' || c == '-'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, OpenRule, testing::ValuesIn(rules_with_several()), test_name);

}  // namespace
}  // namespace vconform::suites
