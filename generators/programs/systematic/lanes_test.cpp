#include "generators/programs/systematic/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "generators/programs/operands.h"
#include "generators/programs/systematic/listed_values.h"
#include "generators/testing/brute_force_legality.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

TEST(Lanes, HoldEachSpecialPatternAloneAndTogether) {
  for (const spec::NumberType type : {spec::NumberType::kF32, spec::NumberType::kF16,
                                      spec::NumberType::kS64, spec::NumberType::kU8}) {
    constexpr std::size_t kLanes = 16;
    const spec::NumberFormat& format = spec::format_of(type);
    const std::vector<std::uint64_t> special = special_patterns(format);
    const std::set<std::uint64_t> all(special.begin(), special.end());
    EXPECT_EQ(all.size(), special.size());
    EXPECT_EQ(special.size(), format.is_floating() ? 18u : 5u);
    const std::vector<std::uint64_t> lanes = lane_patterns(special, {}, kLanes);
    ASSERT_EQ(lanes.size(), 2 * special.size() * kLanes);
    std::set<std::uint64_t> together;
    std::map<std::size_t, std::set<std::uint64_t>> in_lane;
    for (std::size_t repeat = 0; repeat < 2 * special.size(); ++repeat) {
      const auto first = lanes.begin() + static_cast<std::ptrdiff_t>(repeat * kLanes);
      if (std::equal(first + 1, first + kLanes, first)) {
        together.insert(*first);
        continue;
      }
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        in_lane[lane].insert(first[static_cast<std::ptrdiff_t>(lane)]);
      }
    }
    EXPECT_EQ(together, all);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(in_lane[lane], all) << lane;
    }
  }
}

TEST(Lanes, HoldEachSpecialPatternBetweenTies) {
  const std::vector<std::uint64_t> special = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<std::uint64_t> ties = {101, 102};
  constexpr std::size_t kLanes = 16;
  const std::vector<std::uint64_t> lanes = lane_patterns(special, ties, kLanes);
  EXPECT_EQ(lanes.size() % kLanes, 0u);
  std::set<std::uint64_t> before;
  std::set<std::uint64_t> behind;
  for (std::size_t i = 2 * special.size() * kLanes; i < lanes.size(); ++i) {
    if (i % kLanes != 0 && lanes[i - 1] > 100) {
      behind.insert(lanes[i]);
    }
    if (i % kLanes != kLanes - 1 && lanes[i + 1] > 100) {
      before.insert(lanes[i]);
    }
  }
  EXPECT_EQ(before, std::set(special.begin(), special.end()));
  EXPECT_EQ(behind, before);
}

TEST(Lanes, HaveTheTiesOfConversionsThatRound) {
  const auto ties_of = [](const char* name) {
    return first_ties(spec::cell_named(name)->conversion());
  };
  EXPECT_EQ(ties_of("vconv_f322f16r").size(), 8u);
  EXPECT_EQ(ties_of("vconv_s322f32r").size(), 8u);
  EXPECT_EQ(ties_of("vconv_f162f32").size(), 0u);
  EXPECT_EQ(ties_of("cast_deq_s162s8").size(), 0u);
}

// The special patterns that a row converts in each lane of its first repeats, whatever they are.
TEST(Lanes, AreTheLastSystematicCasesOfEveryRow) {
  for (const spec::Cell& cell : spec::first_cells()) {
    for (const spec::FeatureSet claimed :
         {spec::kAllFeatures, spec::kAllFeatures.without(spec::Feature::kRepeat)}) {
      const spec::Conversion& row = cell.conversion();
      const std::size_t count = systematic_case_count(row, claimed);
      const std::size_t lane_cases = lane_case_count(row, claimed);
      ASSERT_GT(count, lane_cases);
      ASSERT_GT(lane_cases, 0u);
      std::map<std::uint64_t, std::set<std::uint64_t>> in_lane;
      const std::uint64_t lanes = row.is_copy() ? 16 : static_cast<std::uint64_t>(row.elements);
      for (std::size_t index = count - lane_cases; index < count; ++index) {
        const spec::Case test_case = systematic_case(cell, 0, index, claimed);
        ASSERT_EQ(illegality(test_case), "");
        spec::Step step = test_case.steps.back();
        const spec::Address src = source_of(step);
        for (const spec::Placement& placement : test_case.placements) {
          const auto* element = std::get_if<spec::PlaceElement>(&placement);
          if (element != nullptr && element->at == src) {
            in_lane[element->index % lanes].insert(element->pattern);
          }
        }
      }
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        for (const std::uint64_t pattern : special_patterns(row.from())) {
          ASSERT_TRUE(in_lane[lane].contains(pattern))
              << spec::instruction_name(cell) << " lane " << lane;
        }
      }
    }
  }
}

}  // namespace
}  // namespace vconform::generators
