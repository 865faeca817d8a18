#include "suites/plan/probed_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

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

  void judge(const std::vector<ProbedRule>& probed) {
    ResolvedChoices choices;
    choices.probed = probed;
    judge_probing(plan_, choices, results_);
  }

  // The result of the first unit that judges the cases by which backends are probed.
  UnitResult& discriminating() {
    const auto unit = std::ranges::find(plan_, Cases::kDiscriminating, &Unit::cases);
    return results_.at(static_cast<std::size_t>(unit - plan_.begin()));
  }

  std::vector<Unit> plan_ = make_plan(level_named("quick"), with_judged_cell());
  std::vector<UnitResult> results_ = std::vector<UnitResult>(plan_.size());
};

TEST_F(ProbedFaults, ThatNothingElseShowsAreDeviations) {
  judge({unexplained()});
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
  judge({refused, refused});
  EXPECT_EQ(deviations(), 1U);
  results_ = std::vector<UnitResult>(plan_.size());
  discriminating().deviations.emplace_back();
  judge({refused});
  EXPECT_EQ(deviations(), 1U);
}

TEST_F(ProbedFaults, ThatAUnitWithTheSameCasesShowsTooAreItsOwn) {
  discriminating().deviations.emplace_back();
  judge({unexplained()});
  ASSERT_EQ(deviations(), 1U);
  // A waiver of it does not hide a fault that came since, or that went.
  EXPECT_NE(discriminating().deviations[0].fingerprint, Deviation().fingerprint);
  results_ = std::vector<UnitResult>(plan_.size());
  discriminating().skipped = true;
  judge({unexplained()});
  EXPECT_EQ(deviations(), 0U);
}

// It may be waived.
TEST_F(ProbedFaults, AreNotHiddenByWhatOtherCasesShow) {
  ASSERT_NE(plan_.front().cases, Cases::kDiscriminating);
  results_.front().deviations.emplace_back();
  judge({unexplained()});
  EXPECT_EQ(deviations(), 2U);
}

TEST_F(ProbedFaults, AreNoneWhereReadingsExplainAllOrNothingCouldBeSeen) {
  std::vector<ProbedRule> probed = {unexplained(), unexplained(), unexplained()};
  probed[0].result = ProbeResult::kFollows;
  probed[1].result = ProbeResult::kNotObservable;
  probed[2].is_permitted = true;
  judge(probed);
  EXPECT_EQ(deviations(), 0U);
  // The instruction of its case is one that this run does not judge.
  probed = {unexplained()};
  probed[0].cases.back().steps.clear();
  judge(probed);
  EXPECT_EQ(deviations(), 0U);
}

// Rules that a probe file has no reading of are probed again.
TEST_F(ProbedFaults, CountWhenAFileIsChecked) {
  ResolvedChoices choices;
  choices.checked = {unexplained()};
  judge_probing(plan_, choices, results_);
  EXPECT_EQ(deviations(), 1U);
}

TEST(FaultsOfProbing, AreThoseOfTheInstructionsAndWhatIsNotForgiven) {
  ResolvedChoices choices;
  choices.probed = {unexplained(), unexplained()};
  const std::vector<spec::Cell> others = {*spec::cell_named("vconv_s82f16")};
  const adapters::Incidents few = {.unconfirmed_timeouts = 2, .outside_kills = 1};
  EXPECT_EQ(faults_of_probing(choices, few).size(), 1U);
  EXPECT_EQ(faults_of_probing(choices, few, std::vector{judged_cell()}).size(), 1U);
  EXPECT_EQ(faults_of_probing(choices, few, others).size(), 0U);
  const adapters::Incidents many = {.unconfirmed_timeouts = 2, .outside_kills = 2};
  EXPECT_THAT(faults_of_probing(choices, many, others),
              testing::ElementsAre(HasSubstr("more than 3 time-outs or kills")));
}

TEST_F(ProbedFaults, IncidentsOfAnEarlierProbingCountToo) {
  ResolvedChoices choices;
  choices.of_earlier_probing = {.unconfirmed_timeouts = 2};
  EXPECT_TRUE(faults_of_probing(choices, {.outside_kills = 1}).empty());
  EXPECT_EQ(faults_of_probing(choices, {.outside_kills = 2}).size(), 1U);
}

}  // namespace
}  // namespace vconform::suites
