#include "generators/vector/addressing.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "generators/testing/sample_cases.h"
#include "generators/vector/masks.h"

namespace vconform::generators {
namespace {

constexpr std::uint64_t kUbBlocks = 6144;

// Properties of plans that the tests want to see reached.
using Counts = std::map<std::string, int>;

void count_strides(const std::string& name, const Walk& walk, Counts& counts) {
  ++counts[name + " block stride " + std::to_string(walk.block_stride)];
  if (walk.repeats > 1) {
    ++counts[name + " repeat stride " + std::to_string(walk.repeat_stride)];
    counts[name + " repeats interleaved"] +=
        walk.repeat_stride != 0 && walk.repeat_stride < walk.block_stride ? 1 : 0;
    counts[name + " far apart"] += span_blocks(walk) > 2 * walk.blocks * walk.repeats ? 1 : 0;
  }
}

void count_places(const Walk& dst, const Walk& src, const AddressingPlan& plan, Counts& counts) {
  const std::uint64_t dst_end = plan.dst.first + span_blocks(dst);
  const std::uint64_t src_end = plan.src.first + span_blocks(src);
  counts["dst at the start"] += plan.dst.first == 0 ? 1 : 0;
  counts["src at the start"] += plan.src.first == 0 ? 1 : 0;
  counts["dst at the end"] += dst_end == kUbBlocks ? 1 : 0;
  counts["src at the end"] += src_end == kUbBlocks ? 1 : 0;
  counts["dst right after src"] += src_end == plan.dst.first ? 1 : 0;
  counts["src right after dst"] += dst_end == plan.src.first ? 1 : 0;
  counts["a gap between"] += src_end < plan.dst.first || dst_end < plan.src.first ? 1 : 0;
  counts["identical"] += plan.dst.first == plan.src.first ? 1 : 0;
  const bool meet = plan.dst.first < src_end && plan.src.first < dst_end;
  counts["overlapping, not identical"] += meet && plan.dst.first != plan.src.first ? 1 : 0;
}

Counts counts_over(const spec::Conversion& row, int plans) {
  Counts counts;
  RapidCheckSource choices{rc::Random(row.number)};
  for (int i = 0; i < plans; ++i) {
    const spec::Registers registers = {kFullMask, 0};
    const AddressingPlan plan =
        draw_addressing(choices, row, registers, spec::kAllFeatures, whole_ub());
    ++counts["repeat " + std::to_string(plan.repeat)];
    count_strides("dst", dst_walk(row, plan), counts);
    count_strides("src", src_walk(row, plan), counts);
    count_places(dst_walk(row, plan), src_walk(row, plan), plan, counts);
  }
  return counts;
}

std::vector<std::string> wanted_edges(const spec::Conversion& row) {
  const std::string dst_blocks = std::to_string(row.destination_blocks);
  const std::string src_blocks = std::to_string(row.source_blocks);
  return {"repeat 0",
          "repeat 1",
          "repeat 2",
          "repeat 8",
          "repeat 255",
          "repeat 254",
          "dst block stride 1",
          "dst block stride 7",
          "dst block stride 8",
          "dst block stride 9",
          "dst block stride 255",
          "src block stride 0",
          "src block stride 1",
          "src block stride 7",
          "src block stride 8",
          "src block stride 9",
          "src block stride 255",
          "src repeat stride 0",
          "src repeat stride 1",
          "src repeat stride 255",
          "dst repeat stride 255",
          "dst repeat stride " + dst_blocks,
          "src repeat stride " + src_blocks,
          "dst repeats interleaved",
          "dst far apart",
          "src far apart",
          "dst at the start",
          "src at the start",
          "dst at the end",
          "src at the end",
          "dst right after src",
          "src right after dst",
          "a gap between",
          "overlapping, not identical"};
}

TEST(Addressing, ReachesItsEdgesInEveryRow) {
  for (const spec::Conversion& row : spec::kConversions) {
    Counts counts = counts_over(row, 4000);
    for (const std::string& wanted : wanted_edges(row)) {
      EXPECT_GE(counts[wanted], 3) << spec::pair_name(row) << ": " << wanted;
    }
    EXPECT_EQ(counts["identical"] > 100, row.source_blocks == row.destination_blocks);
    EXPECT_EQ(counts["dst block stride 0"], 0);
  }
}

TEST(Addressing, IsDisjointOrInPlaceAsOftenAsPlanned) {
  Counts counts = counts_over(spec::row_of(4), 4000);
  EXPECT_GT(counts["identical"], 700);
  EXPECT_GT(counts["overlapping, not identical"], 300);
  EXPECT_GT(counts["repeat 1"], 350);
}

TEST(Addressing, IgnoresTheRepeatArgumentInCounterMode) {
  const spec::Conversion& row = spec::row_of(4);
  RapidCheckSource choices{rc::Random(1)};
  const spec::Registers registers = {{0, 130}, spec::with_ctrl_bit(spec::kCtrlCounterMode)};
  Counts counts;
  for (int i = 0; i < 2000; ++i) {
    const AddressingPlan plan =
        draw_addressing(choices, row, registers, spec::kAllFeatures, whole_ub());
    EXPECT_EQ(plan.repeats, 3u);
    ++counts[std::to_string(plan.repeat)];
  }
  for (const char* wanted : {"0", "1", "2", "255"}) {
    EXPECT_GT(counts[wanted], 0) << wanted;
  }
}

TEST(Addressing, StaysInItsRegion) {
  RapidCheckSource choices{rc::Random(1)};
  const Region region = {1536, 1536};
  for (int i = 0; i < 10000; ++i) {
    const spec::Conversion& row =
        spec::kConversions[static_cast<std::size_t>(i) % spec::kConversions.size()];
    const AddressingPlan plan =
        draw_addressing(choices, row, {kFullMask, 0}, spec::kAllFeatures, region);
    ASSERT_GE(plan.dst.first, region.first);
    ASSERT_GE(plan.src.first, region.first);
    ASSERT_LE(plan.dst.first + span_blocks(dst_walk(row, plan)), region.first + region.blocks);
    ASSERT_LE(plan.src.first + span_blocks(src_walk(row, plan)), region.first + region.blocks);
  }
}

}  // namespace
}  // namespace vconform::generators
