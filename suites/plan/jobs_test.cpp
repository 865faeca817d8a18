#include "suites/plan/jobs.h"

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>

#include "suites/processes/broken_run.h"

namespace vconform::suites {
namespace {

std::vector<Unit> units(std::size_t count) {
  std::vector<Unit> made;
  for (std::size_t i = 0; i < count; ++i) {
    made.push_back({0, spec::Cell{4, spec::Rounding::kFloor}, Cases::kGenerated, i, 0});
  }
  return made;
}

std::vector<UnitResult> run(std::size_t count, std::size_t jobs, const UnitRunner& runner) {
  return run_in_processes(
      units(count), jobs, [&] { return runner; }, [](std::size_t, const UnitResult&) {});
}

UnitResult with_elements(std::uint64_t elements) {
  UnitResult result;
  result.elements = elements;
  return result;
}

TEST(Jobs, ResultsComeInTheOrderOfTheUnits) {
  for (const std::size_t jobs : {1u, 2u, 7u}) {
    const auto results =
        run(50, jobs, [](const Unit& unit) { return with_elements(unit.count * 3); });
    ASSERT_EQ(results.size(), 50u);
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(results[i].elements, i * 3);
    }
  }
}

TEST(Jobs, ADeviationArrivesWhole) {
  const auto results = run(1, 1, [](const Unit& unit) {
    UnitResult result = with_elements(5);
    result.cited.set(3);
    result.others = {{{4, spec::Rounding::kFloor}, 2, 3}};
    Deviation deviation;
    deviation.claim = claim_name(unit);
    deviation.verdict = "MISMATCH";
    deviation.rule = "ctrl.48";
    deviation.details = "  line one\n  line two\n";
    deviation.count = 7;
    deviation.smallest.memories = {{spec::MemoryId::kUb, 64}};
    deviation.smallest.steps = {spec::SetCtrl{5}};
    result.deviations = {deviation};
    return result;
  });
  ASSERT_EQ(results.front().deviations.size(), 1u);
  const Deviation& deviation = results.front().deviations.front();
  EXPECT_TRUE(results.front().cited.test(3));
  ASSERT_EQ(results.front().others.size(), 1u);
  EXPECT_EQ(results.front().others[0].cell, (spec::Cell{4, spec::Rounding::kFloor}));
  EXPECT_EQ(results.front().others[0].cases, 2u);
  EXPECT_EQ(results.front().others[0].elements, 3u);
  EXPECT_EQ(deviation.rule, "ctrl.48");
  EXPECT_EQ(deviation.details, "  line one\n  line two\n");
  EXPECT_EQ(deviation.count, 7u);
  EXPECT_EQ(deviation.smallest.steps.size(), 1u);
}

// A departure that only the profile knows of has no case.
TEST(Jobs, ADeviationWithoutACaseArrivesToo) {
  const auto results = run(1, 1, [](const Unit& unit) {
    UnitResult result;
    Deviation deviation;
    deviation.claim = claim_name(unit);
    deviation.verdict = "DEPARTS";
    result.deviations = {deviation};
    return result;
  });
  ASSERT_EQ(results.front().deviations.size(), 1u);
  EXPECT_EQ(results.front().deviations.front().verdict, "DEPARTS");
  EXPECT_TRUE(results.front().deviations.front().smallest.steps.empty());
}

TEST(Jobs, WhatAProcessThrowsEndsTheRun) {
  try {
    run(3, 2, [](const Unit&) -> UnitResult { throw std::runtime_error("out of luck"); });
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "out of luck");
  }
}

TEST(Jobs, TheDeathOfAProcessIsNobodysDeviation) {
  const auto killed = [](const Unit& unit) {
    if (unit.count == 4) {
      std::raise(SIGKILL);
    }
    return with_elements(1);
  };
  EXPECT_THROW(run(20, 2, killed), BrokenRun);
}

}  // namespace
}  // namespace vconform::suites
