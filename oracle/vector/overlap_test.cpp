#include "oracle/vector/overlap.h"

#include <gtest/gtest.h>

#include <string>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

constexpr std::uint64_t kMemory = 0x8000;

// f32 to s32 in 8 blocks each, at places counted in blocks.
VectorWalk same_width(std::uint64_t dst, std::uint64_t src, std::uint64_t repeats) {
  VectorWalk walk{};
  walk.destination = {32 * dst, 1, 8, 8, 32};
  walk.source = {32 * src, 1, 8, 8, 32};
  walk.repeats = repeats;
  walk.elements = 64;
  return walk;
}

// f16 to s8: 4 destination blocks, 8 source blocks.
VectorWalk narrowing(std::uint64_t dst, std::uint64_t src, std::uint64_t repeats) {
  VectorWalk walk{};
  walk.destination = {32 * dst, 1, 4, 4, 8};
  walk.source = {32 * src, 1, 8, 8, 16};
  walk.repeats = repeats;
  walk.elements = 128;
  return walk;
}

std::string hazard(const VectorWalk& walk) {
  const std::optional<spec::RuleId> rule = hazard_of(walk, kMemory);
  return rule ? testing::slug(*rule) : "legal";
}

TEST(Overlap, DisjointOperandsAreLegalAndTouchingOnesStillAre) {
  EXPECT_EQ(hazard(same_width(0, 100, 3)), "legal");
  EXPECT_EQ(hazard(same_width(24, 0, 3)), "legal");
  EXPECT_EQ(hazard(same_width(23, 0, 3)), "overlap.hazard");
  EXPECT_EQ(hazard(same_width(0, 24, 3)), "legal");
}

TEST(Overlap, IdenticalBlockByBlockWithEqualWidthIsLegal) {
  EXPECT_EQ(hazard(same_width(8, 8, 1)), "legal");
  EXPECT_EQ(hazard(same_width(8, 8, 4)), "legal");
  EXPECT_EQ(hazard(same_width(8, 9, 1)), "overlap.hazard");
  EXPECT_EQ(hazard(same_width(9, 8, 1)), "overlap.hazard");
  VectorWalk strided = same_width(8, 8, 1);
  strided.source.block_stride = 2;
  EXPECT_EQ(hazard(strided), "overlap.hazard");
  strided.destination.block_stride = 2;
  EXPECT_EQ(hazard(strided), "legal");
}

TEST(Overlap, ANarrowerResultMayNotLieOnItsOwnSource) {
  EXPECT_EQ(hazard(narrowing(0, 0, 1)), "overlap.hazard");
  EXPECT_EQ(hazard(narrowing(7, 0, 1)), "overlap.hazard");
  EXPECT_EQ(hazard(narrowing(8, 0, 1)), "legal");
  // The same blocks, but elements of another width.
  VectorWalk other_width = same_width(0, 0, 1);
  other_width.destination.element_bits = 16;
  EXPECT_EQ(hazard(other_width), "overlap.hazard");
}

TEST(Overlap, ResultsOnAnEarlierRepeatsSourceAreLegalOnALaterOnesAreNot) {
  // D_1 is S_0: blocks 8 to 15.
  EXPECT_EQ(hazard(same_width(0, 8, 2)), "legal");
  EXPECT_EQ(hazard(same_width(0, 7, 2)), "overlap.hazard");
  // D_0 is S_1.
  EXPECT_EQ(hazard(same_width(8, 0, 1)), "legal");
  EXPECT_EQ(hazard(same_width(8, 0, 2)), "overlap.hazard");
  EXPECT_EQ(hazard(narrowing(8, 0, 2)), "overlap.hazard");
}

TEST(Overlap, DestinationsOfTwoRepeatsMayNotMeet) {
  VectorWalk walk = same_width(0, 100, 2);
  walk.destination.repeat_stride = 7;
  EXPECT_EQ(hazard(walk), "overlap.hazard");
  walk.destination.repeat_stride = 0;
  EXPECT_EQ(hazard(walk), "overlap.hazard");
  walk.repeats = 1;
  EXPECT_EQ(hazard(walk), "legal");
  // Interleaved: 0, 2, 4, .. and 1, 3, 5, ..
  VectorWalk interleaved = same_width(0, 100, 2);
  interleaved.destination.block_stride = 2;
  interleaved.destination.repeat_stride = 1;
  EXPECT_EQ(hazard(interleaved), "legal");
  interleaved.destination.repeat_stride = 2;
  EXPECT_EQ(hazard(interleaved), "overlap.hazard");
}

TEST(Overlap, SourcesMayMeet) {
  VectorWalk walk = same_width(0, 100, 3);
  walk.source.repeat_stride = 0;
  EXPECT_EQ(hazard(walk), "legal");
  walk.source.repeat_stride = 3;
  walk.source.block_stride = 0;
  EXPECT_EQ(hazard(walk), "legal");
}

TEST(Overlap, ADestinationBlockStrideOfZeroIsUndefinedOnItsOwn) {
  VectorWalk walk = same_width(0, 100, 1);
  walk.destination.block_stride = 0;
  EXPECT_EQ(hazard(walk), "walk.dst-block-stride-zero");
}

TEST(Overlap, MasksDoNotMatter) {
  VectorWalk walk = same_width(9, 8, 1);
  walk.mask = {0, 1};
  EXPECT_EQ(hazard(walk), "overlap.hazard");
}

// s16 to b8: half of each of 8 destination blocks. The factors take 4 blocks.
VectorWalk with_table(std::uint64_t dst, std::uint64_t src, std::uint64_t table) {
  VectorWalk walk = same_width(dst, src, 2);
  walk.destination.element_bits = 8;
  walk.destination.half = HalfBlock{16, 1, 0};
  walk.source.element_bits = 16;
  walk.table = 32 * table;
  return walk;
}

TEST(Overlap, ADestinationMayNotTouchTheFactorsInAnyRepeat) {
  EXPECT_EQ(hazard(with_table(0, 100, 16)), "legal");
  EXPECT_EQ(hazard(with_table(0, 100, 15)), "overlap.hazard");
  EXPECT_EQ(hazard(with_table(4, 100, 0)), "legal");
  EXPECT_EQ(hazard(with_table(3, 100, 0)), "overlap.hazard");
  // The factors lie on blocks that repeat 1 alone writes; no repeat reads them after that.
  EXPECT_EQ(hazard(with_table(0, 100, 12)), "overlap.hazard");
}

TEST(Overlap, TheFactorsMayLieOnTheSource) {
  EXPECT_EQ(hazard(with_table(0, 100, 100)), "legal");
}

// A half-filled block counts whole.
TEST(Overlap, HalfFilledBlocksCountWhole) {
  EXPECT_EQ(hazard(with_table(100, 100, 0)), "overlap.hazard");
  EXPECT_EQ(hazard(with_table(116, 100, 0)), "legal");
}

}  // namespace
}  // namespace vconform::oracle
