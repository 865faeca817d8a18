#include "generators/vector/payload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "generators/choices/draws.h"
#include "generators/testing/sample_cases.h"
#include "generators/vector/masks.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

using spec::PlaceElement;

struct Planted {
  spec::Case test_case;
  std::vector<PlaceElement> elements;
};

Planted planted_case(const spec::Cell& cell, std::uint64_t seed) {
  Planted planted{sample_case(cell, seed), {}};
  for (const spec::Placement& placement : planted.test_case.placements) {
    if (const auto* element = std::get_if<PlaceElement>(&placement)) {
      planted.elements.push_back(*element);
    }
  }
  return planted;
}

// The repeat and lane of the source element at a byte address; nullopt if no lane reads it.
struct Lane {
  std::uint64_t repeat;
  std::uint64_t lane;
};
std::vector<Lane> lanes_reading(const spec::Vconv& v, std::uint64_t repeats, std::uint64_t index) {
  const spec::Conversion& row = v.cell.conversion();
  const auto per_block = static_cast<std::uint64_t>(256 / row.from().bits);
  std::vector<Lane> lanes;
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(row.elements); ++i) {
      const std::uint64_t block = r * v.src_repeat_stride + i / per_block * v.src_block_stride;
      if (block * per_block + i % per_block == index) {
        lanes.push_back({r, i});
      }
    }
  }
  return lanes;
}

TEST(Planted, AtMostThirtyTwoAndOftenNone) {
  const std::vector<spec::Cell> cells = all_cells();
  std::map<std::size_t, int> counts;
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    ++counts[planted_case(cells[seed % cells.size()], seed).elements.size()];
  }
  EXPECT_EQ(counts.rbegin()->first, kMaxPlanted);
  EXPECT_GT(counts[kMaxPlanted], 100);
  EXPECT_GT(counts[0], 300);
  EXPECT_GT(counts[1], 300);
}

TEST(Planted, StandInLanesThatAreReadAndReachTheEdges) {
  std::map<std::string, int> reached;
  const std::vector<spec::Cell> cells = all_cells();
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Planted planted = planted_case(cells[seed % cells.size()], seed);
    const spec::Vconv& v = only_instruction(planted.test_case);
    const std::uint64_t ctrl = std::get<spec::SetCtrl>(planted.test_case.steps[0]).value;
    if (spec::ctrl_bit(ctrl, spec::kCtrlCounterMode) || v.repeat > 8) {
      continue;
    }
    const std::uint64_t repeats = std::max<std::uint64_t>(1, v.repeat);
    const auto elements = static_cast<std::uint64_t>(v.cell.conversion().elements);
    const spec::Mask mask = std::get<spec::SetMask>(planted.test_case.steps[1]).mask;
    for (const PlaceElement& element : planted.elements) {
      const std::vector<Lane> lanes = lanes_reading(v, repeats, element.index);
      ASSERT_FALSE(lanes.empty()) << "seed " << seed;
      for (const Lane& lane : lanes) {
        reached["first lane"] += lane.repeat == 0 && lane.lane == 0 ? 1 : 0;
        reached["last lane"] += lane.repeat == repeats - 1 && lane.lane == elements - 1 ? 1 : 0;
        reached["block start"] += lane.lane % (elements / 8) == 0 ? 1 : 0;
        reached["block end"] += (lane.lane + 1) % (elements / 8) == 0 ? 1 : 0;
        reached["inside"] += lane.lane % (elements / 8) == 2 ? 1 : 0;
        reached["inactive"] += mask.bit(lane.lane) ? 0 : 1;
        const bool edge =
            lane.lane + 1 < elements && mask.bit(lane.lane) && !mask.bit(lane.lane + 1);
        reached["before a mask edge"] += edge ? 1 : 0;
      }
    }
  }
  for (const char* wanted : {"first lane", "last lane", "block start", "block end", "inside",
                             "inactive", "before a mask edge"}) {
    EXPECT_GT(reached[wanted], 100) << wanted;
  }
}

TEST(Planted, TakeFourDrawsEach) {
  for (std::size_t planted = 0; planted < 5; ++planted) {
    Draws draws;
    for (std::size_t i = 0; i < planted; ++i) {
      draws.insert(draws.end(), {1, 0, 0, 0});
    }
    ReplaySource source(draws);
    const spec::Conversion& row = spec::row_of(4);
    AddressingPlan plan;
    plan.src.strides = contiguous_strides(8);
    plan.dst.strides = contiguous_strides(8);
    EXPECT_EQ(planted_elements(source, row, {kFullMask, 0}, plan).size(), planted);
  }
}

TEST(Background, NeighboursInLaneBlockAndRepeatHoldDifferentNumbers) {
  for (const spec::Conversion& row : spec::kConversions) {
    AddressingPlan plan;
    plan.repeats = 3;
    plan.dst.first = 100;
    plan.src.strides = contiguous_strides(src_blocks(row));
    plan.dst.strides = contiguous_strides(dst_blocks(row));
    spec::Case test_case;
    test_case.memories = {{spec::MemoryId::kUb, 192 * 1024}};
    test_case.placements = background(row, plan);
    const spec::MemoryImage image = spec::initial_image(test_case);
    const auto at = [&](std::uint64_t i) {
      return spec::load_element(image.of(spec::MemoryId::kUb), 0, row.from(), i);
    };
    const auto elements = static_cast<std::uint64_t>(row.elements);
    const auto per_block = static_cast<std::uint64_t>(256 / row.from().bits);
    for (std::uint64_t i = 0; i < 2 * elements; ++i) {
      ASSERT_NE(at(i), at(i + 1)) << spec::pair_name(row);
      ASSERT_NE(at(i), at(i + per_block)) << spec::pair_name(row);
      ASSERT_NE(at(i), at(i + elements)) << spec::pair_name(row);
    }
  }
}

TEST(Background, TheSourceWinsWhereTheOperandsOverlap) {
  const spec::Conversion& row = spec::row_of(0);
  AddressingPlan plan;
  plan.src.strides = contiguous_strides(8);
  plan.dst.strides = contiguous_strides(8);
  const auto placements = background(row, plan);
  const auto& last = std::get<spec::PlaceNumbers>(placements.back());
  EXPECT_EQ(last.low, -32760);
}

}  // namespace
}  // namespace vconform::generators
