// The generators' discriminating cases against the oracle: they tell the readings of every open
// rule apart, in every instruction that a rule concerns.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "generators/number/interesting_values.h"
#include "generators/programs/discriminators.h"
#include "oracle/predict/element.h"
#include "oracle/predict/predict.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "suites/consistency/discriminators_copies_test_support.h"
#include "suites/consistency/discriminators_test_support.h"

namespace vconform {
namespace {

using generators::DiscriminatingCase;
using generators::Discriminator;
using oracle::Expectation;

spec::Cell cell_of(const spec::Case& test_case) {
  return *spec::cell_of(test_case.steps.back());
}

using Pair = std::pair<std::size_t, std::size_t>;    // indices of combinations, the smaller first
using Told = std::map<std::string, std::set<Pair>>;  // by instruction

// The pairs of combinations that the cases of a row tell apart.
Told told_apart_by_cases(const DiscriminatorRow& row, const std::vector<spec::Choices>& all) {
  Told told;
  for (const DiscriminatingCase& discriminating : row.cases) {
    const spec::Case& test_case = discriminating.test_case;
    const spec::MemoryImage before = spec::initial_image(test_case);
    std::vector<std::unique_ptr<Left>> left;
    for (const spec::Choices& choices : all) {
      left.push_back(std::make_unique<Left>(test_case, before, choices));
    }
    std::set<Pair>& pairs = told[spec::instruction_name(cell_of(test_case))];
    for (std::size_t b = 0; b < all.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (!pairs.contains({a, b}) && differ(*left[a], *left[b])) {
          pairs.insert({a, b});
        }
      }
    }
  }
  return told;
}

// Every state of the CTRL bits that conversions of one element read.
std::vector<std::uint64_t> ctrl_states() {
  std::vector<std::uint64_t> states = {0};
  for (const int bit : {spec::kCtrlKeepInfNan, spec::kCtrlTruncate, spec::kCtrlTruncateEnable}) {
    for (std::size_t i = 0, n = states.size(); i < n; ++i) {
      states.push_back(states[i] | spec::with_ctrl_bit(bit));
    }
  }
  return states;
}

// Evenly spaced patterns of each family of values.
std::vector<std::uint64_t> some_patterns(const spec::Conversion& row) {
  constexpr std::uint64_t kOfAFamily = 50;
  std::vector<std::uint64_t> patterns;
  for (const generators::ValueFamily* family : generators::families_of(row)) {
    const std::uint64_t count = family->count(row);
    const std::uint64_t step = std::max<std::uint64_t>(1, count / kOfAFamily);
    for (std::uint64_t i = 0; i < std::min(count, kOfAFamily); ++i) {
      patterns.push_back(family->pattern(row, i * step));
    }
  }
  return patterns;
}

bool asks_for(const std::vector<spec::RuleId>& rules, const spec::Cell& cell, std::uint64_t ctrl,
              std::uint64_t pattern) {
  const oracle::Alternatives open = oracle::convert_element({cell, ctrl}, {pattern}, {});
  return std::ranges::any_of(open.front().readings, [&](const spec::Choice& reading) {
    return std::ranges::find(rules, reading.rule) != rules.end();
  });
}

// The pairs of combinations that some value tells apart in an instruction.
std::set<Pair> told_apart_by_values(const DiscriminatorRow& row,
                                    const std::vector<spec::Choices>& all, const spec::Cell& cell) {
  std::set<Pair> pairs;
  const std::vector<std::uint64_t> patterns = some_patterns(cell.conversion());
  for (const std::uint64_t ctrl : ctrl_states()) {
    for (const std::uint64_t pattern : patterns) {
      if (!asks_for(row.rules, cell, ctrl, pattern)) {
        continue;
      }
      std::vector<Expectation> expected;
      for (const spec::Choices& choices : all) {
        expected.push_back(
            oracle::convert_element({cell, ctrl}, {pattern}, choices).front().expectation);
      }
      for (std::size_t b = 0; b < all.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
          if (disjoint(expected[a], expected[b])) {
            pairs.insert({a, b});
          }
        }
      }
    }
  }
  return pairs;
}

std::set<Pair> all_pairs(std::size_t combinations) {
  std::set<Pair> pairs;
  for (std::size_t b = 0; b < combinations; ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      pairs.insert({a, b});
    }
  }
  return pairs;
}

// As told_apart_by_values, for a copy.
std::set<Pair> told_apart_by_copied(const std::vector<spec::Choices>& all, const spec::Cell& cell) {
  std::set<Pair> pairs;
  for (const oracle::ElementInput& element : some_elements(cell.conversion())) {
    std::vector<Expectation> expected;
    for (const spec::Choices& choices : all) {
      expected.push_back(copied(cell, element, choices));
    }
    for (const Pair& pair : all_pairs(all.size())) {
      if (disjoint(expected[pair.first], expected[pair.second])) {
        pairs.insert(pair);
      }
    }
  }
  return pairs;
}

// A layout of 16 channels a block is that of all channels where those are 16.
std::set<Pair> tellable_layouts(const DiscriminatorRow& row,
                                const std::vector<spec::Choices>& all) {
  std::set<Pair> pairs = all_pairs(all.size());
  std::erase_if(pairs, [&](const Pair& pair) {
    const spec::RuleId unit = row.rules.back();
    return all[pair.first].reading(unit) == all[pair.second].reading(unit);
  });
  return pairs;
}

// The pairs of combinations that can be told apart in an instruction at all.
std::set<Pair> tellable(const DiscriminatorRow& row, const std::vector<spec::Choices>& all,
                        const spec::Cell& cell) {
  const spec::Rule& rule = spec::rule_of(row.rules.front());
  const spec::Conversion& conversion = cell.conversion();
  if (std::none_of(row.rules.begin(), row.rules.end(), [&](spec::RuleId one) {
        return spec::concerns(spec::rule_of(one), conversion);
      })) {
    return {};
  }
  if (rule.topic == spec::Topic::kSpecialValues) {
    return conversion.is_copy()                        ? told_apart_by_copied(all, cell)
           : conversion.family == spec::Family::kVconv ? told_apart_by_values(row, all, cell)
                                                       : std::set<Pair>();
  }
  const bool has_16_channels = spec::channels_of_block(conversion, false) == spec::kC0;
  return row.rules.front() == spec::cite("fixpipe.narrow-layout") && has_16_channels
             ? tellable_layouts(row, all)
             : all_pairs(all.size());
}

TEST(Discriminators, HaveEachOpenRuleInExactlyOneRow) {
  std::array<std::size_t, spec::kRuleCount> rows_of{};
  for (const Discriminator& discriminator : generators::discriminators()) {
    for (const spec::RuleId rule : discriminator.rules) {
      ++rows_of.at(rule);
    }
  }
  for (const spec::RuleId id : spec::kAllRules) {
    const spec::Rule& rule = spec::rule_of(id);
    EXPECT_EQ(rows_of[id], rule.openness == spec::Openness::kChoice ? 1u : 0u) << rule.slug;
  }
}

TEST(Discriminators, TellReadingsApartInEveryInstructionWhereAnyCaseCould) {
  for (const DiscriminatorRow& row : rows()) {
    const std::vector<spec::Choices> all = combinations(row.rules, all_pinned(), false);
    Told told = told_apart_by_cases(row, all);
    std::set<Pair> somewhere;
    for (const spec::Cell& cell : spec::all_cells()) {
      const std::string name = spec::instruction_name(cell);
      for (const Pair& pair : tellable(row, all, cell)) {
        somewhere.insert(pair);
        EXPECT_TRUE(told[name].contains(pair)) << name << names(row.rules, all[pair.first]) << " or"
                                               << names(row.rules, all[pair.second]);
      }
    }
    EXPECT_EQ(somewhere, all_pairs(all.size())) << name_of(row);
  }
}

TEST(Discriminators, LeaveInactiveLanesInEveryInstruction) {
  const spec::RuleId rule = spec::cite("mask.inactive-lanes");
  spec::Choices undefined = all_pinned();
  spec::pin_from_text(undefined, "mask.inactive-lanes=undefined");
  std::map<std::string, int> seen;
  for (const DiscriminatorRow& row : rows()) {
    for (const DiscriminatingCase& discriminating : row.cases) {
      const spec::Case& test_case = discriminating.test_case;
      if (row.rules.front() == rule) {
        const Left left(test_case, spec::initial_image(test_case), undefined);
        seen[spec::instruction_name(cell_of(test_case))] +=
            std::any_of(left.world().expectations.begin(), left.world().expectations.end(),
                        [&](const Expectation& expectation) { return expectation.rule == rule; })
                ? 1
                : 0;
      }
    }
  }
  for (const spec::Cell& cell : spec::all_cells()) {
    if (cell.conversion().family != spec::Family::kVconv) {
      continue;
    }
    EXPECT_GE(seen[spec::instruction_name(cell)], 4) << spec::instruction_name(cell);
  }
}

// One reading alone can be inferred, so that no pair of readings is told apart.
TEST(Discriminators, AskForAnS32WithIsVecDeq) {
  const spec::RuleId rule = spec::cite("cast-deq.s32-is-vec-deq");
  int judged = 0;
  for (const DiscriminatorRow& row : rows()) {
    for (const DiscriminatingCase& discriminating : row.cases) {
      if (row.rules.front() == rule) {
        const spec::Case& test_case = discriminating.test_case;
        const Left left(test_case, spec::initial_image(test_case), all_pinned());
        EXPECT_TRUE(left.world().cited.test(rule));
        EXPECT_FALSE(left.permits_no_write());
        ++judged;
      }
    }
  }
  EXPECT_EQ(judged, 2);  // both states of CTRL[48]
}

TEST(Discriminators, ArePredictableUnderEveryReading) {
  for (const DiscriminatorRow& row : rows()) {
    for (const DiscriminatingCase& discriminating : row.cases) {
      const spec::Case& test_case = discriminating.test_case;
      ASSERT_EQ(spec::case_problem(test_case), std::nullopt);
      const spec::MemoryImage before = spec::initial_image(test_case);
      for (const spec::Choices& choices : combinations(row.rules, all_pinned(), true)) {
        const std::vector<oracle::World> worlds = oracle::predict(test_case, before, choices);
        ASSERT_EQ(worlds.size(), 1u);
        EXPECT_FALSE(worlds[0].out_of_range) << spec::to_text(test_case);
        EXPECT_FALSE(worlds[0].hazard) << spec::to_text(test_case);
        constexpr spec::Choice kNop = spec::choice("fixpipe.nd-count-without-nd", "nop");
        const bool is_nop = choices.follows(kNop) && row.rules.front() == kNop.rule;
        EXPECT_EQ(worlds[0].elements.empty(), is_nop) << spec::to_text(test_case);
      }
    }
  }
}

// The different memory images that the worlds of a case leave.
std::vector<spec::MemoryImage> memories_after(const spec::Case& test_case,
                                              const spec::MemoryImage& before,
                                              const spec::Choices& choices) {
  std::vector<spec::MemoryImage> all;
  for (const oracle::World& open : oracle::predict(test_case, before, choices)) {
    for (const oracle::World& world : oracle::settled_worlds(open)) {
      const spec::MemoryImage after = memory_after(world, before);
      if (std::find(all.begin(), all.end(), after) == all.end()) {
        all.push_back(after);
      }
    }
  }
  return all;
}

bool have_one_in_common(const std::vector<spec::MemoryImage>& a,
                        const std::vector<spec::MemoryImage>& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

bool are_the_same(const std::vector<spec::MemoryImage>& a,
                  const std::vector<spec::MemoryImage>& b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

// Whatever the readings of later rules, any two readings of this row either leave the same images
// or share none.
TEST(Discriminators, DependOnNoRuleOfALaterRow) {
  spec::Choices found;
  for (const DiscriminatorRow& row : rows()) {
    const bool is_order = row.rules.front() == spec::cite("walk.order");
    const std::vector<spec::Choices> all = combinations(row.rules, found, false);
    for (const DiscriminatingCase& discriminating : row.cases) {
      const spec::Case& test_case = discriminating.test_case;
      const spec::MemoryImage before = spec::initial_image(test_case);
      std::vector<std::vector<spec::MemoryImage>> left;
      for (const spec::Choices& choices : all) {
        left.push_back(memories_after(test_case, before, choices));
        EXPECT_TRUE(is_order || !oracle::predict(test_case, before, choices)[0].cited.test(
                                    spec::cite("overlap.hazard")));
      }
      for (const Pair& pair : all_pairs(all.size())) {
        EXPECT_TRUE(are_the_same(left[pair.first], left[pair.second]) ||
                    !have_one_in_common(left[pair.first], left[pair.second]))
            << name_of(row) << names(row.rules, all[pair.first]) << " or"
            << names(row.rules, all[pair.second]) << "\n"
            << spec::to_text(test_case);
      }
    }
    found = all.front();
  }
}

TEST(Discriminators, ConvertNoTieAndNoNan) {
  for (const DiscriminatorRow& row : rows()) {
    for (const DiscriminatingCase& discriminating : row.cases) {
      const spec::Case& test_case = discriminating.test_case;
      if (cell_of(test_case).conversion().family != spec::Family::kVconv) {
        continue;
      }
      const std::uint64_t ctrl = std::get<spec::SetCtrl>(test_case.steps.front()).value;
      const spec::MemoryImage before = spec::initial_image(test_case);
      for (const spec::Choices& choices : combinations(row.rules, all_pinned(), false)) {
        const Left left(test_case, before, choices);
        std::set<std::uint64_t> sources;
        for (const oracle::PredictedElement& element : left.world().elements) {
          ASSERT_TRUE(element.source_pattern.has_value());
          sources.insert(*element.source_pattern);
        }
        for (const std::uint64_t source : sources) {
          const std::vector<oracle::DerivedStep> steps =
              oracle::derive({cell_of(test_case), ctrl}, {source}, choices).steps;
          ASSERT_FALSE(steps.empty()) << spec::to_text(test_case);
          EXPECT_FALSE(steps.front().between.tie) << spec::to_text(test_case);
        }
      }
    }
  }
}

TEST(Discriminators, HoldSomethingElseInTheDestinationBefore) {
  for (const DiscriminatorRow& row : rows()) {
    for (const DiscriminatingCase& discriminating : row.cases) {
      const spec::Case& test_case = discriminating.test_case;
      if (discriminating.needs.has(spec::Feature::kInPlace)) {
        continue;
      }
      const spec::MemoryImage before = spec::initial_image(test_case);
      for (const spec::Choices& choices : combinations(row.rules, all_pinned(), false)) {
        const Left left(test_case, before, choices);
        // Arguments out of range leave anything.
        EXPECT_TRUE(left.world().outside_reading || !left.permits_no_write())
            << spec::to_text(test_case);
      }
    }
  }
}

}  // namespace
}  // namespace vconform
