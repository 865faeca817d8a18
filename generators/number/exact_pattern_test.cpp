#include "generators/number/exact_pattern.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace vconform::generators {
namespace {

using spec::kF16;
using spec::kF32;
using spec::NumberType;

const spec::NumberFormat kS8 = spec::format_of(NumberType::kS8);
const spec::NumberFormat kS64 = spec::format_of(NumberType::kS64);
const spec::NumberFormat kU8 = spec::format_of(NumberType::kU8);

TEST(ExactPattern, IsTheHostsFloatForEveryPowerOfTwoTimesAnOddNumber) {
  for (int exponent = -149; exponent <= 120; ++exponent) {
    for (const unsigned significand : {1u, 3u, 5u, 255u}) {
      const float value = std::ldexp(static_cast<float>(significand), exponent);
      EXPECT_EQ(pattern_toward_zero(kF32, {false, significand, exponent}),
                std::bit_cast<std::uint32_t>(value));
    }
  }
}

TEST(ExactPattern, GoesTowardZeroBetweenPatterns) {
  EXPECT_EQ(pattern_toward_zero(kF16, {false, 65519, 0}), 0x7bffu);
  EXPECT_EQ(pattern_toward_zero(kF16, {true, 7, -26}), 0x8001u);
  EXPECT_EQ(pattern_toward_zero(kS8, {true, 5, -1}), 0xfeu);
}

TEST(ExactPattern, StopsAtTheLimits) {
  EXPECT_EQ(pattern_toward_zero(kF16, {false, 1, 16}), 0x7bffu);
  EXPECT_EQ(pattern_toward_zero(kS8, {false, 1000, 0}), 0x7fu);
  EXPECT_EQ(pattern_toward_zero(kS8, {true, 1, 100}), 0x80u);
  EXPECT_EQ(pattern_toward_zero(kS64, {false, 1, 63}), 0x7fffffffffffffffu);
  EXPECT_EQ(pattern_toward_zero(kS64, {true, 1, 63}), 0x8000000000000000u);
  EXPECT_EQ(pattern_toward_zero(kU8, {true, 3, 0}), 0u);
}

TEST(PatternBeside, MovesAwayFromZeroOnBothSides) {
  EXPECT_EQ(pattern_beside(kF16, 0x3c00, 1), 0x3c01u);
  EXPECT_EQ(pattern_beside(kF16, 0xbc00, -2), 0xbbfeu);
  EXPECT_EQ(pattern_beside(kS8, 0xfe, 1), 0xfdu);
  EXPECT_EQ(pattern_beside(kS8, 0xfe, -1), 0xffu);
}

TEST(PatternBeside, StopsAtZeroAndAtTheLimit) {
  EXPECT_EQ(pattern_beside(kF16, 0x0001, -2), 0u);
  EXPECT_EQ(pattern_beside(kF16, 0x7bff, 1), 0x7bffu);
  EXPECT_EQ(pattern_beside(kS8, 0x80, 1), 0x80u);
  EXPECT_EQ(pattern_beside(kU8, 0xff, 2), 0xffu);
}

}  // namespace
}  // namespace vconform::generators
