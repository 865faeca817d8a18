#include "suites/plan/probed_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/judging/level.h"
#include "suites/judging/subject.h"
#include "suites/plan/plan_facts.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

spec::Cell judged_cell() {
  return spec::cell_named("vconv_f322s32r").value();
}

Subject with_judged_cell() {
  Subject subject;
  subject.claims = [](const spec::Cell& cell) {
    return cell == judged_cell() ? std::optional(spec::kAllFeatures) : std::nullopt;
  };
  return subject;
}

// A rule of which no reading explains a case of the one instruction that is claimed.
ProbedRule unexplained() {
  spec::Vconv step;
  step.cell = judged_cell();
  ProbedRule probed;
  probed.rule = spec::rule_with_slug("subnormal.inputs").value();
  probed.result = ProbeResult::kNoKnownReading;
  probed.cases.emplace_back();
  probed.cases.back().steps = {step};
  return probed;
}

class ProbedFaults : public testing::Test {
 protected:
  std::size_t deviations() const {
    std::size_t all = 0;
    for (const UnitResult& result : results_) {
      all += result.deviations.size();
    }
    return all;
  }

  std::vector<Unit> plan_ = make_plan(level_named("quick"), with_judged_cell());
  std::vector<UnitResult> results_ = std::vector<UnitResult>(plan_.size());
};

TEST_F(ProbedFaults, ThatNothingElseShowsAreDeviations) {
  judge_probing(plan_, std::vector{unexplained()}, results_);
  ASSERT_EQ(deviations(), 1U);
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (!results_[i].deviations.empty()) {
      EXPECT_EQ(plan_[i].cases, Cases::kDiscriminating);
      EXPECT_EQ(results_[i].deviations[0].verdict, "UNSTABLE");
      EXPECT_THAT(results_[i].deviations[0].in_short, HasSubstr("subnormal.inputs"));
    }
  }
}

// A refused case may concern several rules.
TEST_F(ProbedFaults, ARefusalThatNothingElseShowsIsOneDeviation) {
  ProbedRule refused = unexplained();
  refused.result = ProbeResult::kNotObservable;
  refused.refused = refused.cases.back();
  refused.cases.clear();
  judge_probing(plan_, std::vector{refused, refused}, results_);
  EXPECT_EQ(deviations(), 1U);
  results_ = std::vector<UnitResult>(plan_.size());
  results_.back().deviations.emplace_back();
  judge_probing(plan_, std::vector{refused}, results_);
  EXPECT_EQ(deviations(), 1U);
}

TEST_F(ProbedFaults, ThatAUnitShowsTooAreItsOwn) {
  results_.back().deviations.emplace_back();
  judge_probing(plan_, std::vector{unexplained()}, results_);
  EXPECT_EQ(deviations(), 1U);
}

TEST_F(ProbedFaults, AreNoneWhereReadingsExplainAllOrNothingCouldBeSeen) {
  std::vector<ProbedRule> probed = {unexplained(), unexplained(), unexplained()};
  probed[0].result = ProbeResult::kFollows;
  probed[1].result = ProbeResult::kNotObservable;
  probed[2].is_permitted = true;
  judge_probing(plan_, probed, results_);
  EXPECT_EQ(deviations(), 0U);
  // The instruction of its case is one that this run does not judge.
  probed = {unexplained()};
  probed[0].cases.back().steps.clear();
  judge_probing(plan_, probed, results_);
  EXPECT_EQ(deviations(), 0U);
}

}  // namespace
}  // namespace vconform::suites
