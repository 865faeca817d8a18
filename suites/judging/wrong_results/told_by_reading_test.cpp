// While a rule is open its departing readings are wrong and told, and no others.
#include "suites/judging/wrong_results/told_by_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "adapters/load/open_backend.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

// Golden under one reading, judged while the rule of that reading is open.
Subject judged_openly(spec::Choice choice) {
  Subject subject = subject_of(adapters::open_backend("golden:" + spec::choice_text(choice)));
  subject.pinned = spec::choices_of_golden();
  subject.pinned.leave_open(choice.rule);
  return subject;
}

// All findings in the cases that tell the readings of the rule apart.
std::vector<Finding> findings_about(spec::RuleId rule, const Subject& subject) {
  std::vector<Finding> all;
  for (const BuiltRow& row : built_rows()) {
    if (std::ranges::find(row.discriminator->rules, rule) == row.discriminator->rules.end()) {
      continue;
    }
    for (const generators::DiscriminatingCase& one : row.cases) {
      if (can_run(subject, one)) {
        const spec::Case test_case = with_permitted_codes(one.test_case, subject.pinned);
        const CheckResult result = matches_oracle(subject, test_case);
        all.insert(all.end(), result.findings.begin(), result.findings.end());
      }
    }
  }
  return all;
}

void for_each_reading_of_rules_with_departures(const std::function<void(spec::Choice)>& check) {
  const auto departs = [](const spec::Choice& choice) {
    return spec::reading_of(choice).ground == spec::Ground::kDeparts;
  };
  std::size_t rules = 0;
  for (const spec::RuleId rule : spec::kAllRules) {
    const std::vector<spec::Choice> readings = spec::all_readings(rule);
    if (std::ranges::any_of(readings, departs)) {
      ++rules;
      std::ranges::for_each(readings, check);
    }
  }
  EXPECT_GT(rules, 10U);
}

TEST(ToldByReading, WhatAPageContradictsIsWrongWhileItsRuleIsOpen) {
  for_each_reading_of_rules_with_departures([](spec::Choice choice) {
    const std::string text = spec::choice_text(choice);
    const std::vector<Finding> findings = findings_about(choice.rule, judged_openly(choice));
    if (spec::reading_of(choice).ground != spec::Ground::kDeparts) {
      EXPECT_TRUE(findings.empty()) << text;
      return;
    }
    ASSERT_FALSE(findings.empty()) << text;
    EXPECT_EQ(findings.front().rule, choice.rule) << text;
    EXPECT_THAT(findings.front().details,
                HasSubstr("this case follows " + text + ", which a page contradicts"));
  });
}

}  // namespace
}  // namespace vconform::suites
