#include "spec/case/memory_image.h"

#include <gtest/gtest.h>

#include <limits>

namespace vconform::spec {
namespace {

TEST(MemoryImage, ElementsReadBackAndLeaveTheirNeighboursAlone) {
  for (const NumberFormat& format : kNumberFormats) {
    std::vector<std::uint8_t> memory(64, 0xa5);
    store_element(memory, 8, format, 3, 0x123456789abcdef0 & format.pattern_mask());
    EXPECT_EQ(load_element(memory, 8, format, 3), 0x123456789abcdef0 & format.pattern_mask());
    EXPECT_EQ(load_element(memory, 8, format, 2), 0xa5a5a5a5a5a5a5a5 & format.pattern_mask());
    EXPECT_EQ(load_element(memory, 8, format, 4), 0xa5a5a5a5a5a5a5a5 & format.pattern_mask());
  }
}

TEST(MemoryImage, EvenS4ElementsAreLowNibbles) {
  std::vector<std::uint8_t> memory(1, 0);
  store_element(memory, 0, format_of(NumberType::kS4), 0, 0x3);
  store_element(memory, 0, format_of(NumberType::kS4), 1, 0xc);
  EXPECT_EQ(memory[0], 0xc3);
}

TEST(MemoryImage, IntegersHaveTheirPatterns) {
  const auto pattern = [](NumberType type, std::int64_t value) {
    return pattern_of_integer(format_of(type), value);
  };
  EXPECT_EQ(pattern(NumberType::kF32, 1), 0x3f800000u);
  EXPECT_EQ(pattern(NumberType::kF32, -(1 << 24)), 0xcb800000u);
  EXPECT_EQ(pattern(NumberType::kF16, 2047), 0x67ffu);
  EXPECT_EQ(pattern(NumberType::kF16, -3), 0xc200u);
  EXPECT_EQ(pattern(NumberType::kBf16, 255), 0x437fu);
  EXPECT_EQ(pattern(NumberType::kS4, -8), 0x8u);
  EXPECT_EQ(pattern(NumberType::kS64, -1), ~std::uint64_t{0});
  EXPECT_EQ(pattern(NumberType::kF32, 0), 0u);
}

TEST(MemoryImage, KnowsWhichIntegersAFormatHolds) {
  const auto holds = [](NumberType type, std::int64_t value) {
    return represents_integer(format_of(type), value);
  };
  EXPECT_TRUE(holds(NumberType::kF16, 65504));
  EXPECT_FALSE(holds(NumberType::kF16, 65536));
  EXPECT_FALSE(holds(NumberType::kF16, 2049));
  EXPECT_TRUE(holds(NumberType::kU8, 255));
  EXPECT_FALSE(holds(NumberType::kU8, -1));
  EXPECT_TRUE(holds(NumberType::kS4, -8));
  EXPECT_FALSE(holds(NumberType::kS4, 8));
  EXPECT_TRUE(holds(NumberType::kS64, std::numeric_limits<std::int64_t>::min()));
  EXPECT_TRUE(holds(NumberType::kF32, std::numeric_limits<std::int64_t>::min()));
}

TEST(MemoryImage, PlacementsWriteOverTheBackgroundInOrder) {
  Case test_case;
  test_case.memories = {{MemoryId::kUb, 64}};
  test_case.placements = {
      PlaceNumbers{{MemoryId::kUb, 8}, NumberType::kS16, 4, -1, 3},
      PlaceElement{{MemoryId::kUb, 8}, NumberType::kS16, 3, 0x7fff},
      PlacePatterns{{MemoryId::kUb, 32}, NumberType::kS8, 4, 0xfe, 1},
  };
  const MemoryBytes ub = initial_image(test_case).of(MemoryId::kUb);
  ASSERT_EQ(ub.size(), 64u);
  EXPECT_EQ(ub[7], background_byte(7));
  const std::vector<std::uint8_t> numbers(ub.begin() + 8, ub.begin() + 16);
  EXPECT_EQ(numbers, (std::vector<std::uint8_t>{0xff, 0xff, 0, 0, 1, 0, 0xff, 0x7f}));
  EXPECT_EQ(ub[16], background_byte(16));
  const std::vector<std::uint8_t> patterns(ub.begin() + 32, ub.begin() + 36);
  EXPECT_EQ(patterns, (std::vector<std::uint8_t>{0xfe, 0xff, 0, 1}));
}

TEST(MemoryImage, BackgroundDiffersFromBlockToBlockAndRepeatToRepeat) {
  for (const std::uint64_t distance : {1u, 2u, 4u, 32u, 64u, 256u, 512u}) {
    int equal = 0;
    for (std::uint64_t address = 0; address < 4096; ++address) {
      equal += background_byte(address) == background_byte(address + distance) ? 1 : 0;
    }
    EXPECT_LT(equal, 64) << distance;
  }
}

}  // namespace
}  // namespace vconform::spec
