#include "oracle/reading/settle.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

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

Settled settle_all(const Arithmetic& compute, const spec::Choices& pinned = {}) {
  const Alternatives all = alternatives_of(compute, pinned);
  return {static_cast<int>(all.size()), all.back().expectation};
}

std::uint64_t number(spec::Choice choice) {
  return static_cast<std::uint64_t>(choice.reading);
}

TEST(Settle, WhatIsNotAskedMakesNoWorlds) {
  const Settled result = settle_all([](Derivation&) { return exactly(1, kPlain); });
  EXPECT_EQ(result.worlds, 1);
  EXPECT_EQ(result.last.rule, kPlain);
}

TEST(Settle, EveryReadingThatDiffersMakesAWorld) {
  const Settled result =
      settle_all([](Derivation& d) { return exactly(number(d.ask(kSecond)), kPlain); });
  EXPECT_EQ(result.worlds, 5);
  EXPECT_EQ(result.last.rule, kSecond);
  EXPECT_TRUE(result.last.cited.test(kPlain));
}

TEST(Settle, ARuleWithoutAnInfluenceIsNotCited) {
  const Settled result = settle_all([](Derivation& d) {
    d.ask(kFirst);
    return exactly(number(d.ask(kThird)), kPlain);
  });
  EXPECT_EQ(result.worlds, 2);
  EXPECT_FALSE(result.last.cited.test(kFirst));
  EXPECT_EQ(result.last.rule, kThird);
}

// The second rule counts only under one reading of the first: 5 + 1.
TEST(Settle, ARuleIsAskedWhereTheOthersLetItCount) {
  const Settled result = settle_all([](Derivation& d) {
    return d.follows(spec::choice("fixpipe.product", "exact"))
               ? exactly(99, kPlain)
               : exactly(number(d.ask(kSecond)), kPlain);
  });
  EXPECT_EQ(result.worlds, 6);
}

TEST(Settle, APinnedRuleIsCitedWhereAnotherReadingDiffers) {
  spec::Choices pinned;
  pinned.pin({kSecond, 2});
  const auto cited = [&](int differs) {
    return settle_all(
               [differs](Derivation& d) {
                 return exactly(d.follows({kSecond, differs}) ? 7 : 8, kPlain);
               },
               pinned)
        .last.cited.test(kSecond);
  };
  EXPECT_TRUE(cited(2));
  EXPECT_TRUE(cited(4));
  EXPECT_FALSE(cited(5));
}

// Readings between which no step differs are tried once.
TEST(Settle, ReadingsThatGiveTheSameAreOne) {
  spec::Choices pinned;
  pinned.pin({kSecond, 0});
  const auto runs_with = [&](const std::vector<std::array<int, 5>>& steps) {
    int runs = 0;
    settle_all(
        [&](Derivation& d) {
          ++runs;
          for (const std::array<int, 5>& step : steps) {
            d.under(kSecond, [&](spec::Choice reading) {
              return finite_value(false, static_cast<std::uint64_t>(step[number(reading)]), 0);
            });
          }
          return exactly(1, kPlain);
        },
        pinned);
    return runs;
  };
  EXPECT_EQ(runs_with({{7, 7, 7, 7, 7}}), 1);
  EXPECT_EQ(runs_with({{7, 8, 7, 8, 7}}), 2);
  EXPECT_EQ(runs_with({{7, 8, 8, 8, 9}}), 3);
  // Two steps, between which the readings differ in different ways.
  EXPECT_EQ(runs_with({{7, 8, 7, 7, 8}, {7, 7, 8, 7, 8}}), 4);
}

// 5 readings of which two do the same, in worlds of their own: another element may tell them apart.
TEST(Settle, ReadingsThatGiveTheSameMakeWorldsOfTheirOwn) {
  const Settled result = settle_all([](Derivation& d) {
    const ExactValue value = d.under(
        kSecond, [](spec::Choice reading) { return finite_value(false, number(reading) / 2, 0); });
    return exactly(static_cast<std::uint64_t>(value.magnitude), kPlain);
  });
  EXPECT_EQ(result.worlds, 5);
}

// The inner rule counts in the one reading of the outer one that takes its step.
TEST(Settle, AStepMayTakeFurtherSteps) {
  const auto compute = [](Derivation& d) {
    const ExactValue value = d.under(kFirst, [&](spec::Choice outer) {
      if (outer == spec::choice("fixpipe.product", "exact")) {
        d.note(kPlain, "plain", finite_value(false, 1, 0), finite_value(false, 99, 0));
        return finite_value(false, 99, 0);
      }
      const ExactValue inner = d.under(
          kThird, [](spec::Choice reading) { return finite_value(false, number(reading), 0); });
      d.note(kThird, "inner", inner, inner);
      return inner;
    });
    return exactly(static_cast<std::uint64_t>(value.magnitude), kPlain);
  };
  EXPECT_EQ(settle_all(compute).worlds, 3);
  // Only steps of the reading that holds are noted.
  const auto noted = [&](int reading) {
    spec::Choices pinned;
    pinned.pin({kFirst, reading});
    std::string names;
    for (const DerivedStep& step : settle(compute, pinned, Derivation::For::kSteps).steps) {
      names += std::string(step.name) + " ";
    }
    return names;
  };
  EXPECT_EQ(noted(spec::choice("fixpipe.product", "exact").reading), "plain ");
  EXPECT_EQ(noted(spec::choice("fixpipe.product", "f32").reading), "inner ");
}

// relu-order, offset-order and add of an 8-bit copy: whether two orders of the offset do the same
// depends on a rule that only one of them asks.
TEST(Settle, ReadingsMayDoTheSameUnderOneReadingOfAnotherRule) {
  const spec::Choice first_order{kFirst, 0};
  const spec::Choice first_outer{kSecond, 0};
  const Settled result = settle_all([&](Derivation& d) {
    const ExactValue value = d.under(kSecond, [&](spec::Choice outer) {
      const bool is_first = outer == first_outer;
      return d.under(kFirst, [&](spec::Choice order) {
        if (order != first_order) {
          return finite_value(false, is_first ? 1u : 5u, 0);
        }
        return d.under(kThird, [&](spec::Choice inner) {
          return finite_value(false, is_first ? 0u : 5u + static_cast<unsigned>(number(inner)), 0);
        });
      });
    });
    return exactly(static_cast<std::uint64_t>(value.magnitude), kPlain);
  });
  // The first outer reading: 0 and 1; each of four others: 5 and 6, and 5.
  EXPECT_EQ(result.worlds, 2 + 4 * 3);
}

// Both rules affect the result: the first one that is met decides, unless the arithmetic names one.
TEST(Settle, TheFirstRuleThatAffectsTheResultDecides) {
  const auto rule = [](bool keeps) {
    return slug(settle_all([keeps](Derivation& d) {
                  const std::uint64_t third = number(d.ask(kThird));
                  if (keeps) {
                    d.keep_rule();
                  }
                  return exactly(third * 10 + number(d.ask(kFirst)), kPlain);
                }).last.rule);
  };
  EXPECT_EQ(rule(false), "fixpipe.add");
  EXPECT_EQ(rule(true), "fixpipe.cast");
}

}  // namespace
}  // namespace vconform::oracle
