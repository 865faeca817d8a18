#include "oracle/reading/trial.h"

#include <gtest/gtest.h>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::cite;

constexpr spec::RuleId kFirst = cite("fixpipe.product");
constexpr spec::RuleId kSecond = cite("fixpipe.s9-rounding");  // five readings
constexpr spec::RuleId kThird = cite("fixpipe.add");
constexpr spec::RuleId kPlain = cite("fixpipe.cast");

struct Settled {
  int worlds;
  Expectation last;
};

Settled settle_all(const Computation& compute, const spec::Choices& pinned = {}) {
  Readings readings(pinned);
  Settled settled_all{0, {}};
  do {
    settled_all.last = settled(compute, readings);
    ++settled_all.worlds;
  } while (readings.next());
  return settled_all;
}

std::uint64_t number(spec::Choice choice) {
  return static_cast<std::uint64_t>(choice.reading);
}

TEST(Trial, WhatIsNotAskedMakesNoWorlds) {
  const Settled result = settle_all([](Trial&) { return exactly(1, kPlain); });
  EXPECT_EQ(result.worlds, 1);
  EXPECT_EQ(result.last.rule, kPlain);
}

TEST(Trial, EveryReadingThatDiffersMakesAWorld) {
  const Settled result =
      settle_all([](Trial& trial) { return exactly(number(trial.ask(kSecond)), kPlain); });
  EXPECT_EQ(result.worlds, 5);
  EXPECT_EQ(result.last.rule, kSecond);
  EXPECT_TRUE(result.last.cited.test(kPlain));
}

TEST(Trial, ARuleWithoutAnInfluenceIsNotCited) {
  const Settled result = settle_all([](Trial& trial) {
    trial.ask(kFirst);
    return exactly(number(trial.ask(kThird)), kPlain);
  });
  EXPECT_EQ(result.worlds, 2);
  EXPECT_FALSE(result.last.cited.test(kFirst));
  EXPECT_EQ(result.last.rule, kThird);
}

// The second rule counts only under one reading of the first: 5 + 1.
TEST(Trial, ARuleIsAskedWhereTheOthersLetItCount) {
  const Settled result = settle_all([](Trial& trial) {
    return trial.follows(spec::choice("fixpipe.product", "exact"))
               ? exactly(99, kPlain)
               : exactly(number(trial.ask(kSecond)), kPlain);
  });
  EXPECT_EQ(result.worlds, 6);
}

// Both readings of the first give the same, whatever the second is: only the second is asked.
TEST(Trial, ADetourMakesNoWorlds) {
  const Settled result = settle_all([](Trial& trial) {
    return trial.follows(spec::choice("fixpipe.product", "exact"))
               ? exactly(number(trial.ask(kThird)), kPlain)
               : exactly(number(trial.ask(kThird)), kPlain);
  });
  EXPECT_EQ(result.worlds, 2);
  EXPECT_FALSE(result.last.cited.test(kFirst));
}

TEST(Trial, APinnedRuleIsCitedWhereAnotherReadingDiffers) {
  spec::Choices pinned;
  pinned.pin({kSecond, 2});
  const auto cited = [&](int differs) {
    return settle_all(
               [differs](Trial& trial) {
                 return exactly(trial.follows({kSecond, differs}) ? 7 : 8, kPlain);
               },
               pinned)
        .last.cited.test(kSecond);
  };
  EXPECT_TRUE(cited(2));
  EXPECT_TRUE(cited(4));
  EXPECT_FALSE(cited(5));
}

TEST(Trial, OneReadingMayStandForAllOthers) {
  spec::Choices pinned;
  pinned.pin({kSecond, 0});
  int runs = 0;
  settle_all(
      [&runs](Trial& trial) {
        ++runs;
        trial.ask(kSecond);
        trial.others_are({kSecond, 3});
        return exactly(1, kPlain);
      },
      pinned);
  EXPECT_EQ(runs, 2);
  // Two steps declare different readings: all are tried.
  runs = 0;
  settle_all(
      [&runs](Trial& trial) {
        ++runs;
        trial.ask(kSecond);
        trial.others_are({kSecond, 3});
        trial.others_are({kSecond, 4});
        return exactly(1, kPlain);
      },
      pinned);
  EXPECT_EQ(runs, 5);
}

}  // namespace
}  // namespace vconform::oracle
