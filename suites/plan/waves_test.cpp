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

UnitResults run(
    const char* verdict, std::size_t jobs, std::size_t& finished,
    const Wanted& wanted = [](std::size_t) { return true; }, UnitResults known = {}) {
  const auto start = [&]() -> UnitRunner {
    return [verdict](const Unit& unit) { return result_of(unit, verdict); };
  };
  return run_in_waves(plan(), wanted, std::move(known), jobs, start,
                      [&](std::size_t, const UnitResult&) { ++finished; });
}

TEST(Waves, ATimeOutInTheFirstUnitOfAnInstructionSkipsItsOthersAndNoneElse) {
  for (const std::size_t jobs : {1u, 2u, 7u}) {
    std::size_t finished = 0;
    const UnitResults results = run("TIMEOUT", jobs, finished);
    EXPECT_EQ(finished, results.size());
    ASSERT_EQ(results.size(), 6u);
    for (const auto& [i, result] : results) {
      EXPECT_EQ(result.skipped, i > 3) << i;
      EXPECT_EQ(result.elements, i > 3 ? 0 : 100 + i) << i;
    }
  }
}

TEST(Waves, OtherDeviationsSkipNothing) {
  std::size_t finished = 0;
  for (const auto& [i, result] : run("CRASH", 2, finished)) {
    EXPECT_FALSE(result.skipped) << i;
    EXPECT_GE(result.elements, 100u) << i;
  }
}

// As a run that is continued, or one in shards.
TEST(Waves, OnlyWhatIsWantedAndNotKnownIsRun) {
  UnitResult known;
  known.elements = 7;
  std::size_t finished = 0;
  const UnitResults results =
      run("CRASH", 2, finished, [](std::size_t i) { return i % 2 == 1; }, {{3, known}});
  EXPECT_EQ(finished, 2u);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results.at(1).elements, 101u);
  EXPECT_EQ(results.at(3).elements, 7u);
  EXPECT_EQ(results.at(5).elements, 105u);
}

// A time-out that only another shard met skips what this one ran.
TEST(Waves, ShardsTogetherSkipWhatOneRunSkips) {
  std::size_t finished = 0;
  UnitResults all;
  for (const std::size_t shard : {0u, 1u, 2u}) {
    all.merge(run("TIMEOUT", 2, finished, [&](std::size_t i) { return i % 3 == shard; }));
  }
  ASSERT_EQ(all.size(), 6u);
  EXPECT_FALSE(all.at(4).skipped);
  skip_after_time_outs(plan(), all);
  for (const auto& [i, result] : run("TIMEOUT", 2, finished)) {
    EXPECT_EQ(all.at(i).skipped, result.skipped) << i;
    EXPECT_EQ(all.at(i).elements, result.elements) << i;
    EXPECT_EQ(all.at(i).deviations.size(), result.deviations.size()) << i;
  }
}

}  // namespace
}  // namespace vconform::suites
