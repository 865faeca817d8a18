#include "oracle/vector/vector_walk.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::Address;
using spec::kAllLanes;
using spec::Mask;
using spec::Vconv;
using testing::cell;

struct Strides {
  std::uint16_t dst_block = 1;
  std::uint16_t src_block = 1;
  std::uint16_t dst_repeat = 8;
  std::uint16_t src_repeat = 8;
};

Vconv step(std::string_view name, std::uint8_t repeat, const Strides& strides) {
  return {cell(name),
          Address{spec::MemoryId::kUb, 0x2000},
          Address{spec::MemoryId::kUb, 0x1000},
          repeat,
          strides.dst_block,
          strides.src_block,
          strides.dst_repeat,
          strides.src_repeat};
}

VectorWalk walk(const Vconv& instruction, const Mask& mask = kAllLanes, std::uint64_t ctrl = 0,
                const spec::Choices& choices = testing::a2()) {
  Readings readings(choices);
  const VectorWalk result = walk_of(instruction, {mask, ctrl}, readings);
  EXPECT_FALSE(readings.next());
  return result;
}

struct Place {
  std::uint64_t repeat;
  std::uint64_t lane;
  // In nibbles: twice the byte address, plus one for an odd s4 element.
  Nibble destination;
  Nibble source;
};

void expect_places(const VectorWalk& w, std::initializer_list<Place> places) {
  for (const Place& place : places) {
    EXPECT_EQ(w.destination.element(place.repeat, place.lane), place.destination)
        << "dst of repeat " << place.repeat << " lane " << place.lane;
    EXPECT_EQ(w.source.element(place.repeat, place.lane), place.source)
        << "src of repeat " << place.repeat << " lane " << place.lane;
  }
}

constexpr Nibble byte(std::uint64_t address) {
  return static_cast<Nibble>(address * kNibblesPerByte);
}

// f32 to s32: eight blocks of eight elements on both sides.
TEST(VectorWalk, EightBlocksToEightBlocks) {
  const VectorWalk w = walk(step("vconv_f322s32r", 2, {}));
  EXPECT_EQ(w.elements, 64u);
  EXPECT_EQ(w.repeats, 2u);
  expect_places(w, {{0, 0, byte(0x2000), byte(0x1000)},
                    {0, 7, byte(0x201c), byte(0x101c)},
                    {0, 8, byte(0x2020), byte(0x1020)},
                    {0, 63, byte(0x20fc), byte(0x10fc)},
                    {1, 3, byte(0x210c), byte(0x110c)}});
  EXPECT_EQ(w.destination.end(2), 0x2200u);
  EXPECT_EQ(w.source.end(2), 0x1200u);
  EXPECT_EQ(w.source.end(0), 0x1000u);
}

// f16 to s8: 128 elements, 16 to a source block, 32 to a destination block.
TEST(VectorWalk, EightBlocksToFourBlocks) {
  const VectorWalk w = walk(step("vconv_f162s8", 2, {2, 1, 9, 8}));
  EXPECT_EQ(w.elements, 128u);
  expect_places(w, {{0, 15, byte(0x200f), byte(0x101e)},
                    {0, 16, byte(0x2010), byte(0x1020)},
                    {0, 31, byte(0x201f), byte(0x103e)},
                    {0, 32, byte(0x2040), byte(0x1040)},
                    {0, 127, byte(0x20df), byte(0x10fe)},
                    {1, 0, byte(0x2120), byte(0x1100)}});
  // Block 3 of repeat 1: 0x2000 + 32 * (9 + 3 * 2) + 32.
  EXPECT_EQ(w.destination.end(2), 0x2200u);
}

// f32 to s64: 32 elements, four source blocks, eight destination blocks; the example of the page.
TEST(VectorWalk, FourBlocksToEightBlocks) {
  const VectorWalk w = walk(step("vconv_f322s64z", 2, {1, 2, 8, 10}));
  EXPECT_EQ(w.elements, 32u);
  expect_places(w, {{0, 3, byte(0x2018), byte(0x100c)},
                    {0, 4, byte(0x2020), byte(0x1010)},
                    {0, 8, byte(0x2040), byte(0x1040)},
                    {0, 31, byte(0x20f8), byte(0x10dc)},
                    {1, 1, byte(0x2108), byte(0x1144)}});
  EXPECT_EQ(w.source.end(2), 0x1000u + 32 * (10 + 3 * 2) + 32);
}

// f16 to s4: two destination blocks of 64 nibbles.
TEST(VectorWalk, EightBlocksToTwoBlocksOfNibbles) {
  const VectorWalk w = walk(step("vconv_f162s4", 2, {3, 1, 2, 8}));
  EXPECT_EQ(w.elements, 128u);
  expect_places(w, {{0, 0, byte(0x2000), byte(0x1000)},
                    {0, 1, byte(0x2000) + 1, byte(0x1002)},
                    {0, 63, byte(0x201f) + 1, byte(0x107e)},
                    {0, 64, byte(0x2060), byte(0x1080)},
                    {1, 2, byte(0x2041), byte(0x1104)}});
}

// A source stride of 0 reads the same blocks again.
TEST(VectorWalk, StrideZeroStaysInPlace) {
  const VectorWalk blocks = walk(step("vconv_f322s32r", 1, {1, 0, 8, 8}));
  expect_places(blocks, {{0, 8, byte(0x2020), byte(0x1000)}, {0, 63, byte(0x20fc), byte(0x101c)}});
  EXPECT_EQ(blocks.source.end(1), 0x1020u);
  const VectorWalk repeats = walk(step("vconv_f322s32r", 3, {1, 1, 8, 0}));
  expect_places(repeats, {{2, 9, byte(0x2224), byte(0x1024)}});
  EXPECT_EQ(repeats.source.end(3), 0x1100u);
}

TEST(VectorWalk, RepeatStridesBelowAndAboveTheBlocksOverlapAndLeaveGaps) {
  const VectorWalk w = walk(step("vconv_f322s32r", 3, {1, 1, 255, 3}));
  expect_places(w, {{2, 0, byte(0x2000 + 32 * 510), byte(0x1000 + 32 * 6)}});
}

// The definition: block after block.
std::optional<BlockOfRepeat> first_of_all(const OperandWalk& operand, std::uint64_t byte,
                                          std::uint64_t repeats) {
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t b = 0; b < operand.blocks; ++b) {
      const std::uint64_t block = operand.block(r, b);
      if (byte >= block && byte < block + spec::kBlockBytes) {
        return BlockOfRepeat{r, b};
      }
    }
  }
  return std::nullopt;
}

TEST(VectorWalk, TheFirstBlockWithAByteIsThatOfTheWalk) {
  for (const std::uint64_t blocks : {2, 4, 8}) {
    for (std::uint64_t block_stride = 0; block_stride < 4; ++block_stride) {
      for (std::uint64_t repeat_stride = 0; repeat_stride < 11; ++repeat_stride) {
        const OperandWalk operand{0x45, block_stride, repeat_stride, blocks, 16};
        for (std::uint64_t repeats = 0; repeats < 5; ++repeats) {
          for (std::uint64_t byte = 0; byte < operand.end(repeats) + 64; byte += 31) {
            ASSERT_EQ(operand.first_block_with(byte, repeats), first_of_all(operand, byte, repeats))
                << "byte " << byte << " of " << repeats << " repeats";
          }
        }
      }
    }
  }
  // A counter may ask for that many.
  const OperandWalk far{0, 1, 3, 8, 16};
  constexpr std::uint64_t kLast = (std::uint64_t{1} << 26) - 1;
  EXPECT_EQ(far.first_block_with(far.block(kLast, 7), kLast + 1), (BlockOfRepeat{kLast, 7}));
  EXPECT_EQ(far.first_block_with(far.block(kLast, 7), kLast), std::nullopt);
}

TEST(VectorWalk, MaskBitsGovernElementsCountedFromTheLowestBit) {
  const VectorWalk only_three = walk(step("vconv_f322s32r", 2, {}), {0, 8});
  for (std::uint64_t lane = 0; lane < 64; ++lane) {
    EXPECT_EQ(only_three.active(0, lane), lane == 3);
    EXPECT_EQ(only_three.active(1, lane), lane == 3);
  }
  const VectorWalk even =
      walk(step("vconv_f162s16r", 1, {}), {0x5555555555555555, 0x5555555555555555});
  for (std::uint64_t lane = 0; lane < 128; ++lane) {
    EXPECT_EQ(even.active(0, lane), lane % 2 == 0);
  }
  const VectorWalk upper = walk(step("vconv_f162s16r", 1, {}), {1, 0});
  EXPECT_TRUE(upper.active(0, 64));
  EXPECT_FALSE(upper.active(0, 0));
}

TEST(VectorWalk, OnlyTheLowMaskBitsOfANarrowRepeatMatter) {
  EXPECT_FALSE(walk(step("vconv_f322s32r", 1, {}), {~std::uint64_t{0}, 0}).writes());
  EXPECT_TRUE(walk(step("vconv_f162s16r", 1, {}), {~std::uint64_t{0}, 0}).writes());
  EXPECT_FALSE(walk(step("vconv_s642f32r", 1, {}), {0, 0xffffffff00000000}).writes());
  EXPECT_TRUE(walk(step("vconv_s642f32r", 1, {}), {0, 0x80000000}).writes());
}

TEST(VectorWalk, ZeroRepeatsAndZeroMasksWriteNothing) {
  EXPECT_FALSE(walk(step("vconv_f322s32r", 0, {})).writes());
  EXPECT_FALSE(walk(step("vconv_f322s32r", 1, {}), {0, 0}).writes());
  EXPECT_TRUE(walk(step("vconv_f322s32r", 1, {}), {0, 1}).writes());
}

// 64 elements in a repeat; `repeat` of the instruction and the upper mask are ignored.
TEST(VectorWalk, CounterModeCountsElements) {
  struct Counted {
    std::uint64_t count;
    std::uint64_t repeats;
    std::uint64_t in_the_last;
  };
  constexpr std::array<Counted, 7> kCounts = {
      {{0, 0, 0}, {1, 1, 1}, {63, 1, 63}, {64, 1, 64}, {65, 2, 1}, {128, 2, 64}, {1000, 16, 40}}};
  for (const Counted& counted : kCounts) {
    for (const std::uint8_t repeat : {std::uint8_t{0}, std::uint8_t{7}}) {
      // The upper half of mask0 is not part of the count.
      const Mask mask{~std::uint64_t{0}, 0xabcd00000000 | counted.count};
      const VectorWalk w = walk(step("vconv_f322s32r", repeat, {}), mask, testing::kCounter);
      EXPECT_EQ(w.repeats, counted.repeats) << counted.count;
      EXPECT_EQ(w.writes(), counted.count != 0);
      for (std::uint64_t lane = 0; w.writes() && lane < 64; ++lane) {
        EXPECT_EQ(w.active(counted.repeats - 1, lane), lane < counted.in_the_last);
        EXPECT_TRUE(counted.repeats == 1 || w.active(0, lane));
      }
    }
  }
}

// 4097 is 1 modulo 2^12, 0xffff is 0xfff.
TEST(VectorWalk, TheStrideWidthIsAChoiceThatOnlyWideStridesTouch) {
  const Vconv wide = step("vconv_f322s32r", 2, {1, 4097, 8, 0xffff});
  const VectorWalk twelve = walk(wide, kAllLanes, 0, testing::a2({"walk.stride-width=12"}));
  expect_places(twelve, {{1, 8, byte(0x2120), byte(0x1000 + 32 * (0xfff + 1))}});
  const VectorWalk sixteen = walk(wide, kAllLanes, 0, testing::a2({"walk.stride-width=16"}));
  expect_places(sixteen, {{1, 8, byte(0x2120), byte(0x1000 + 32 * (0xffff + 4097))}});

  Readings open{spec::Choices()};
  walk_of(wide, {kAllLanes, 0}, open);
  EXPECT_TRUE(open.next());
  Readings untouched{spec::Choices()};
  walk_of(step("vconv_f322s32r", 2, {4095, 4095, 4095, 4095}), {kAllLanes, 0}, untouched);
  EXPECT_FALSE(untouched.next());
}

TEST(VectorWalk, EveryStrideIsTakenModuloItsWidth) {
  const VectorWalk w = walk(step("vconv_f322s32r", 2, {4097, 4098, 4104, 4107}));
  EXPECT_EQ(w.destination.block_stride, 1u);
  EXPECT_EQ(w.source.block_stride, 2u);
  EXPECT_EQ(w.destination.repeat_stride, 8u);
  EXPECT_EQ(w.source.repeat_stride, 11u);
}

VectorWalk half_walk(std::string_view name, std::string_view reading) {
  return walk(step(name, 2, {}), kAllLanes, 0, testing::a2({reading}));
}

// s16 to b8: sixteen results in each of eight blocks; the other half is where `other` says.
TEST(VectorWalk, HalfBlocksAreFilledAsTheReadingSays) {
  struct Row {
    const char* name;
    const char* reading;
    std::uint64_t lane_1;
    std::uint64_t other_1;
  };
  for (const Row& row : {
           Row{"vconv_deqs162b8h_s8", "deq.half=block", 17, 1},
           Row{"vconv_vdeqs162b8h_u8", "deq.half=block", 17, 1},
           Row{"vconv_deqs162b8l_s8", "deq.half=block", 1, 17},
           Row{"vconv_deqs162b8h_s8", "deq.half=swapped", 1, 17},
           Row{"vconv_vdeqs162b8l_s8", "deq.half=swapped", 17, 1},
           Row{"vconv_deqs162b8h_s8", "deq.half=byte-of-lane", 3, 2},
           Row{"vconv_deqs162b8l_s8", "deq.half=byte-of-lane", 2, 3},
       }) {
    const VectorWalk w = half_walk(row.name, row.reading);
    EXPECT_EQ(w.destination.element(0, 1), byte(0x2000 + row.lane_1)) << row.reading;
    EXPECT_EQ(w.destination.element(0, 17), byte(0x2020 + row.lane_1)) << row.reading;
    EXPECT_EQ(w.destination.element(1, 113), byte(0x21e0 + row.lane_1)) << row.reading;
    EXPECT_EQ(w.destination.other_half(1, 113), byte(0x21e0 + row.other_1)) << row.reading;
    EXPECT_EQ(w.source.element(1, 113), byte(0x1100 + 226));
    EXPECT_EQ(w.destination.half->element_with_other(row.other_1), 1u) << row.reading;
    EXPECT_EQ(w.destination.half->element_with_other(row.lane_1), std::nullopt) << row.reading;
    EXPECT_EQ(w.destination.end(2), 0x2200u);
  }
}

TEST(VectorWalk, FourBlocksAreFilledOneAfterAnother) {
  const VectorWalk w = half_walk("vconv_deqs162b8h_s8", "deq.half=four-blocks");
  EXPECT_FALSE(w.destination.half);
  EXPECT_EQ(w.destination.element(0, 17), byte(0x2011));
  EXPECT_EQ(w.destination.element(1, 127), byte(0x217f));
  EXPECT_EQ(w.destination.end(2), 0x2180u);
}

TEST(VectorWalk, TheHalfIsAskedOnlyWhereSomethingIsWritten) {
  const auto worlds = [](const Mask& mask) {
    Readings readings{spec::Choices()};
    int count = 0;
    do {
      walk_of(step("vconv_deqs162b8h_s8", 1, {}), {mask, 0}, readings);
      ++count;
    } while (readings.next());
    return count;
  };
  EXPECT_EQ(worlds({0, 1}), 4);
  EXPECT_EQ(worlds({0, 0}), 1);
}

TEST(VectorWalk, TheFactorsOfAVdeqAreAt32TimesTheAddress) {
  const auto table = [](std::string_view name, std::uint64_t deq_scale) {
    Readings readings(testing::a2());
    return walk_of(step(name, 1, {}), {kAllLanes, 0, deq_scale}, readings).table;
  };
  EXPECT_EQ(table("vconv_vdeqs162b8h_s8", 0x180), 0x3000u);
  EXPECT_EQ(table("vconv_vdeqs162b8l_u8", ~std::uint64_t{0}), 0x3fffu * 32);
  EXPECT_EQ(table("vconv_deqs162b8h_s8", 0x180), std::nullopt);
  EXPECT_EQ(table("vconv_deq", 0x180), std::nullopt);
}

TEST(VectorWalk, RepeatStridesOfDequantisationsAreTakenModuloTheirWidth) {
  const Vconv wide = step("vconv_deq", 2, {4097, 1, 257, 4098});
  const VectorWalk eight = walk(wide);
  EXPECT_EQ(eight.destination.block_stride, 1u);
  EXPECT_EQ(eight.destination.repeat_stride, 1u);
  EXPECT_EQ(eight.source.repeat_stride, 2u);
  const VectorWalk twelve =
      walk(wide, kAllLanes, 0, testing::a2({"walk.stride-width-deq=12", "walk.stride-width=16"}));
  EXPECT_EQ(twelve.destination.block_stride, 4097u);
  EXPECT_EQ(twelve.destination.repeat_stride, 257u);
  EXPECT_EQ(twelve.source.repeat_stride, 2u);
}

}  // namespace
}  // namespace vconform::oracle
