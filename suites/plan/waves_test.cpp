#include "suites/plan/waves.h"

#include <gtest/gtest.h>

namespace vconform::suites {
namespace {

constexpr spec::Cell kHangs{4, spec::Rounding::kFloor};
constexpr spec::Cell kAnswers{4, spec::Rounding::kCeil};

// Three units per instruction; `ctrl` holds the number of a unit.
std::vector<Unit> plan() {
  std::vector<Unit> units;
  for (const spec::Cell& cell : {kAnswers, kHangs}) {
    for (int i = 0; i < 3; ++i) {
      units.push_back({0, cell, Cases::kGenerated, 1, units.size()});
    }
  }
  return units;
}

UnitResult result_of(const Unit& unit, const char* verdict) {
  UnitResult result;
  result.elements = 100 + unit.ctrl;
  if (unit.cell == kHangs) {
    Deviation deviation;
    deviation.verdict = verdict;
    deviation.smallest.memories = {{spec::MemoryId::kUb, 64}};
    deviation.smallest.steps = {spec::SetCtrl{}};
    result.deviations = {deviation};
  }
  return result;
}

std::vector<UnitResult> run(const char* verdict, std::size_t jobs, std::size_t& finished) {
  const auto start = [&]() -> UnitRunner {
    return [verdict](const Unit& unit) { return result_of(unit, verdict); };
  };
  return run_in_waves(plan(), jobs, start, [&](const UnitResult&) { ++finished; });
}

TEST(Waves, ATimeOutInTheFirstUnitOfAnInstructionSkipsItsOthersAndNoneElse) {
  for (const std::size_t jobs : {1u, 2u, 7u}) {
    std::size_t finished = 0;
    const std::vector<UnitResult> results = run("TIMEOUT", jobs, finished);
    EXPECT_EQ(finished, results.size());
    ASSERT_EQ(results.size(), 6u);
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(results[i].skipped, i > 3) << i;
      EXPECT_EQ(results[i].elements, i > 3 ? 0 : 100 + i) << i;
    }
  }
}

TEST(Waves, OtherDeviationsSkipNothing) {
  std::size_t finished = 0;
  for (const UnitResult& result : run("CRASH", 2, finished)) {
    EXPECT_FALSE(result.skipped);
    EXPECT_GE(result.elements, 100u);
  }
}

}  // namespace
}  // namespace vconform::suites
