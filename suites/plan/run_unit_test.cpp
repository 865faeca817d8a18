#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "adapters/load/open_backend.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/case/registers.h"
#include "spec/text/error.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/plan/mixed_readings.h"

namespace vconform::suites {
namespace {

using spec::OutcomeStatus;

constexpr spec::Cell kCell{4, spec::Rounding::kNearestEven};
constexpr std::uint64_t kCases = 25;
constexpr Unit kGenerated{0, kCell, Cases::kGenerated, kCases, 0};
constexpr Unit kSystematic{0, kCell, Cases::kSystematic, 0, 0};

// How the implementation departs from golden in a case; kCompleted: it does not.
using Departs = std::function<OutcomeStatus(const spec::Case&)>;

Subject subject_that(const Departs& departs) {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.execute = [departs, right = subject.execute](const spec::Case& test_case,
                                                       const spec::MemoryImage& before) {
    spec::Outcome outcome = right(test_case, before);
    outcome.status = departs(test_case);
    outcome.message = "because";
    return outcome;
  };
  return subject;
}

UnitResult run(const Unit& unit, const Departs& departs) {
  return run_unit(unit, subject_that(departs), 5);
}

int repeats(const spec::Case& test_case) {
  return instruction_of(test_case).repeat;
}

// The generated cases of the unit.
std::vector<spec::Case> generated() {
  std::vector<spec::Case> cases;
  run(kGenerated, [&](const spec::Case& test_case) {
    cases.push_back(test_case);
    return OutcomeStatus::kCompleted;
  });
  return cases;
}

std::uint64_t generated_where(const std::function<bool(const spec::Case&)>& holds) {
  const std::vector<spec::Case> cases = generated();
  return static_cast<std::uint64_t>(std::count_if(cases.begin(), cases.end(), holds));
}

const Deviation* with_verdict(const UnitResult& result, std::string_view verdict) {
  for (const Deviation& deviation : result.deviations) {
    if (deviation.verdict == verdict) {
      return &deviation;
    }
  }
  return nullptr;
}

TEST(UnitRuns, EveryFailingCaseIsCountedAndNoCaseOfShrinking) {
  const UnitResult result = run(kGenerated, [](const spec::Case& test_case) {
    const int repeat = repeats(test_case);
    return repeat > 6   ? OutcomeStatus::kCrashed
           : repeat > 2 ? OutcomeStatus::kError
                        : OutcomeStatus::kCompleted;
  });
  const auto crashes = generated_where([](const spec::Case& c) { return repeats(c) > 6; });
  const auto errors =
      generated_where([](const spec::Case& c) { return repeats(c) > 2 && repeats(c) <= 6; });
  ASSERT_GT(crashes, 1u);
  ASSERT_GT(errors, 1u);
  ASSERT_EQ(result.deviations.size(), 2u);
  EXPECT_EQ(with_verdict(result, "CRASH")->failing_cases, crashes);
  EXPECT_EQ(with_verdict(result, "ERROR")->failing_cases, errors);
  EXPECT_EQ(result.cases, kCases);
  EXPECT_EQ(result.further_failing_cases, 0u);
}

// Four kinds of deviations by status, and more by bytes that are wrong inside and outside of the
// destination.
TEST(UnitRuns, WhatIsNotListedIsCountedToo) {
  const auto status = [](const spec::Case& test_case) {
    constexpr std::array kKinds = {OutcomeStatus::kUnsupported, OutcomeStatus::kRejected,
                                   OutcomeStatus::kError, OutcomeStatus::kCrashed};
    const auto kind = static_cast<std::size_t>(repeats(test_case)) % 5;
    return kind < kKinds.size() ? kKinds[kind] : OutcomeStatus::kCompleted;
  };
  Subject subject = subject_that(status);
  subject.execute = [inner = subject.execute](const spec::Case& test_case,
                                              const spec::MemoryImage& before) {
    spec::Outcome outcome = inner(test_case, before);
    spec::MemoryBytes& ub = outcome.after.of(spec::MemoryId::kUb);
    const bool everywhere = repeats(test_case) % 2 == 0;
    const std::uint64_t first = instruction_of(test_case).dst.offset;
    for (std::uint64_t at = everywhere ? 0 : first; at < (everywhere ? ub.size() : first + 4);
         ++at) {
      ub[at] = static_cast<std::uint8_t>(~ub[at]);
    }
    return outcome;
  };
  const UnitResult result = run_unit(kGenerated, subject, 5);
  EXPECT_EQ(result.deviations.size(), 6u);
  EXPECT_EQ(result.cases, kCases);
  EXPECT_GT(result.further_failing_cases, 0u);
  const auto refused = generated_where(
      [&](const spec::Case& test_case) { return status(test_case) == OutcomeStatus::kRejected; });
  ASSERT_NE(with_verdict(result, "REJECTED"), nullptr);
  EXPECT_EQ(with_verdict(result, "REJECTED")->failing_cases, refused);
}

// Runs the unit and counts the cases that timed out.
UnitResult run_hanging(const Unit& unit, const std::function<bool(const spec::Case&)>& hangs,
                       int& timeouts) {
  timeouts = 0;
  return run(unit, [&](const spec::Case& test_case) {
    timeouts += hangs(test_case) ? 1 : 0;
    return hangs(test_case) ? OutcomeStatus::kTimedOut : OutcomeStatus::kCompleted;
  });
}

TEST(UnitRuns, WhereEveryCaseHangsTheSimplestIsReportedAfterTwo) {
  int timeouts = 0;
  const UnitResult result =
      run_hanging(kGenerated, [](const spec::Case&) { return true; }, timeouts);
  EXPECT_EQ(timeouts, 2);
  ASSERT_EQ(result.deviations.size(), 1u);
  EXPECT_EQ(result.deviations.front().verdict, "TIMEOUT");
  EXPECT_EQ(repeats(result.deviations.front().smallest), 1);
}

TEST(UnitRuns, WhereSomeCasesHangShrinkingMeetsAtMostFourMore) {
  int timeouts = 0;
  const UnitResult result = run_hanging(
      kGenerated, [](const spec::Case& test_case) { return repeats(test_case) > 1; }, timeouts);
  EXPECT_GE(timeouts, 3);
  EXPECT_LE(timeouts, 5);
  ASSERT_EQ(result.deviations.size(), 1u);
  EXPECT_EQ(result.deviations.front().verdict, "TIMEOUT");
  EXPECT_EQ(result.deviations.front().failing_cases, 1u);
  EXPECT_GT(repeats(result.deviations.front().smallest), 1);
}

TEST(UnitRuns, ATimeOutMetWhileSomethingElseIsShrunkIsReportedBesideIt) {
  std::set<std::string> as_generated;
  for (const spec::Case& test_case : generated()) {
    as_generated.insert(spec::to_text(test_case));
  }
  int timeouts = 0;
  const UnitResult result = run(kGenerated, [&](const spec::Case& test_case) {
    const bool hangs = !as_generated.contains(spec::to_text(test_case));
    timeouts += hangs ? 1 : 0;
    return hangs                    ? OutcomeStatus::kTimedOut
           : repeats(test_case) > 1 ? OutcomeStatus::kError
                                    : OutcomeStatus::kCompleted;
  });
  EXPECT_EQ(timeouts, 5);
  EXPECT_EQ(result.deviations.size(), 2u);
  EXPECT_NE(with_verdict(result, "ERROR"), nullptr);
  EXPECT_NE(with_verdict(result, "TIMEOUT"), nullptr);
}

TEST(UnitRuns, ASystematicUnitEndsWithItsFirstTimeOut) {
  int timeouts = 0;
  const UnitResult result =
      run_hanging(kSystematic, [](const spec::Case&) { return true; }, timeouts);
  EXPECT_EQ(timeouts, 1);
  ASSERT_EQ(result.deviations.size(), 1u);
  EXPECT_EQ(result.deviations.front().failing_cases, 1u);
}

// RapidCheck would take it for a failure of the property, and the unit would pass with fewer cases.
TEST(UnitRuns, AnErrorInsideACaseIsPassedOn) {
  int left = 7;
  const auto breaks = [&](const spec::Case&) {
    if (--left == 0) {
      throw std::system_error(ENOMEM, std::generic_category(), "no memory");
    }
    return OutcomeStatus::kCompleted;
  };
  EXPECT_THROW(run(kGenerated, breaks), std::system_error);
  EXPECT_EQ(left, 0);
  left = 2;
  EXPECT_THROW(run(kSystematic, breaks), std::system_error);
}

TEST(UnitRuns, ACaseThatTheOracleFindsImpossibleIsAFaultOfOurs) {
  const auto refuses = [](const spec::Case&) -> OutcomeStatus {
    throw spec::InputError("it leaves UB");
  };
  EXPECT_THROW(run(kGenerated, refuses), std::logic_error);
  EXPECT_THROW(run(kSystematic, refuses), std::logic_error);
}

// Any case of either function is permitted.
TEST(UnitRuns, ABatchThatFollowsAnotherReadingThanExecuteDoesIsFound) {
  const spec::Cell cell = *spec::cell_named("vconv_f322f16f");
  const spec::RuleId rule = spec::cite("overflow.directed");
  const auto result_with = [&](const std::string& in_a_batch) {
    Subject subject = subject_of(adapters::open_backend("golden:overflow.directed=ieee"));
    subject.pinned = spec::choices_of_golden();
    subject.pinned.leave_open(rule);
    subject.execute_in_place = nullptr;
    const auto left_in_batch = std::make_shared<std::size_t>(0);
    subject.ahead = [=](std::size_t count,
                        const adapters::ProgramAt&) -> std::optional<std::size_t> {
      *left_in_batch = count;
      return count;
    };
    subject.execute = [left_in_batch, alone = subject.execute,
                       batch = subject_of(adapters::open_backend(in_a_batch)).execute](
                          const spec::Case& test_case, const spec::MemoryImage& before) {
      const bool is_in_batch = *left_in_batch > 0;
      *left_in_batch -= is_in_batch ? 1 : 0;
      return (is_in_batch ? batch : alone)(test_case, before);
    };
    const std::vector<Unit> plan = {
        {0, cell, Cases::kSystematic, 0, spec::with_ctrl_bit(spec::kCtrlKeepInfNan)}};
    std::vector<UnitResult> results = {run_unit(plan[0], subject, 5)};
    EXPECT_TRUE(results[0].deviations.empty());
    judge_mixed_readings(plan, results);
    return results[0];
  };
  EXPECT_TRUE(result_with("golden:overflow.directed=ieee").deviations.empty());
  const UnitResult mixed = result_with("golden:overflow.directed=inf-beyond-max");
  ASSERT_EQ(mixed.deviations.size(), 1U);
  EXPECT_EQ(mixed.deviations[0].verdict, "INCONSISTENT");
  EXPECT_EQ(mixed.deviations[0].rule, "overflow.directed");
}

}  // namespace
}  // namespace vconform::suites
