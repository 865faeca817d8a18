// half and bfloat16_t against the formats of the spec.
#include "adapters/intrinsics/header/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "spec/number/number_format.h"

namespace {

using vconform::spec::format_of;
using vconform::spec::NumberFormat;
using vconform::spec::NumberType;

constexpr int kPatterns = 1 << 16;

template <typename T>
std::uint16_t pattern_of(T number) {
  std::uint16_t pattern = 0;
  std::memcpy(&pattern, &number, sizeof pattern);
  return pattern;
}

template <typename T>
T number_of(int pattern) {
  const auto bits = static_cast<std::uint16_t>(pattern);
  T number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

// The value of a pattern that is no NaN, by the fields of its format.
double value_of(const NumberFormat& format, int pattern) {
  const int fraction = pattern & ((1 << format.fraction_bits) - 1);
  const int exponent = pattern >> format.fraction_bits & ((1 << format.exponent_bits) - 1);
  const double sign = (pattern & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == (1 << format.exponent_bits) - 1) {
    return sign * std::numeric_limits<double>::infinity();
  }
  const int hidden = exponent == 0 ? 0 : 1 << format.fraction_bits;
  const int scale = (exponent == 0 ? 1 : exponent) - format.bias() - format.fraction_bits;
  return sign * std::ldexp(hidden + fraction, scale);
}

bool is_nan(const NumberFormat& format, int pattern) {
  const int infinity = ((1 << format.exponent_bits) - 1) << format.fraction_bits;
  return (pattern & 0x7fff) > infinity;
}

template <typename T>
void check_every_pattern(NumberType type) {
  const NumberFormat& format = format_of(type);
  for (int pattern = 0; pattern < kPatterns; ++pattern) {
    const T number = number_of<T>(pattern);
    if (is_nan(format, pattern)) {
      EXPECT_TRUE(std::isnan(float{number})) << pattern;
      EXPECT_TRUE(is_nan(format, pattern_of(T(float{number})))) << pattern;
    } else {
      EXPECT_EQ(float{number}, value_of(format, pattern)) << pattern;
      EXPECT_EQ(std::signbit(float{number}), (pattern & 0x8000) != 0) << pattern;
      EXPECT_EQ(pattern_of(T(float{number})), pattern);
    }
  }
}

// Between two neighbours: the middle goes to the even one, anything else to the nearer one. Behind
// the largest number comes infinity, as if it were the next one.
template <typename T>
void check_every_rounding(NumberType type) {
  const NumberFormat& format = format_of(type);
  const int infinity = ((1 << format.exponent_bits) - 1) << format.fraction_bits;
  for (int low = 0; low < infinity; ++low) {
    const double step = low + 1 == infinity ? value_of(format, low) - value_of(format, low - 1)
                                            : value_of(format, low + 1) - value_of(format, low);
    const double middle = value_of(format, low) + step / 2;
    const double below = std::nextafter(middle, 0.0);
    const double above = std::nextafter(middle, std::numeric_limits<double>::infinity());
    EXPECT_EQ(pattern_of(T(middle)), low + low % 2) << low;
    EXPECT_EQ(pattern_of(T(below)), low) << low;
    EXPECT_EQ(pattern_of(T(above)), low + 1) << low;
    EXPECT_EQ(pattern_of(T(-above)), (low + 1) | 0x8000) << low;
  }
}

TEST(Numbers, EveryPatternOfAHalfHasItsValueAndComesBack) {
  check_every_pattern<half>(NumberType::kF16);
}
TEST(Numbers, EveryPatternOfABfloat16HasItsValueAndComesBack) {
  check_every_pattern<bfloat16_t>(NumberType::kBf16);
}
TEST(Numbers, AHalfIsRoundedOnceToNearestEven) {
  check_every_rounding<half>(NumberType::kF16);
}
TEST(Numbers, ABfloat16IsRoundedOnceToNearestEven) {
  check_every_rounding<bfloat16_t>(NumberType::kBf16);
}

TEST(Numbers, IntegersAreRoundedFromTheirExactValue) {
  EXPECT_EQ(float{half(2049)}, 2048.0F);
  EXPECT_EQ(float{half(-2051)}, -2052.0F);
  EXPECT_EQ(pattern_of(half(65519)), 0x7bff);
  EXPECT_EQ(pattern_of(half(65520)), 0x7c00);
  EXPECT_EQ(pattern_of(half(std::numeric_limits<std::int64_t>::min())), 0xfc00);
  // A double would have lost the last bit, and with it the direction.
  const std::int64_t middle = (std::int64_t{1} << 62) + (std::int64_t{1} << 54);
  EXPECT_EQ(float{bfloat16_t(middle)}, 0x1p62F);
  EXPECT_EQ(float{bfloat16_t(middle + 1)}, 0x1p62F + 0x1p55F);
  EXPECT_EQ(float{bfloat16_t(-middle - 1)}, -0x1p62F - 0x1p55F);
  EXPECT_EQ(float{bfloat16_t(std::numeric_limits<std::uint64_t>::max())}, 0x1p64F);
  EXPECT_EQ(float{half(true)}, 1.0F);
  EXPECT_EQ(float{half(std::int8_t{-128})}, -128.0F);
}

TEST(Numbers, AreUsedAsInKernels) {
  half x = 1.875;
  const bfloat16_t y = static_cast<bfloat16_t>(std::int64_t{3});
  EXPECT_EQ(x + y, 4.875F);
  EXPECT_TRUE(x < 2 && x > 1.5F && x == half(1.875));
  EXPECT_EQ(static_cast<int>(x), 1);
  x = 2;
  EXPECT_EQ(static_cast<double>(x) * 0.5, 1.0);
  std::int16_t bits = 0x3c00;
  EXPECT_EQ(float{*reinterpret_cast<half*>(&bits)}, 1.0F);
  static_assert(half(1.0) + half(2.0) == 3.0F);
}

template <typename T>
T times_two_and_half(T number) {
  number += number;
  number -= T(1);
  number *= 2;
  number /= 4.0;
  return number;
}

TEST(Numbers, CompoundAssignmentIsThatOfTheOperator) {
  EXPECT_EQ(float{times_two_and_half(half(3))}, 2.5F);
  EXPECT_EQ(float{times_two_and_half(bfloat16_t(3))}, 2.5F);
  half sum = 2048;
  sum += half(1);
  EXPECT_EQ(float{sum}, 2048.0F) << "a tie, to even";
  sum += 3;
  EXPECT_EQ(float{sum}, 2052.0F);
  sum += bfloat16_t(0.5F);
  sum *= bfloat16_t(2);
  EXPECT_EQ(float{sum}, 4104.0F);
  bfloat16_t product = 256;
  product *= half(0x1p-24F);
  EXPECT_EQ(float{product}, 0x1p-16F);
  product -= std::int64_t{1};
  EXPECT_EQ(float{product}, -1.0F);
  half quotient = 1;
  quotient /= 0.0F;
  EXPECT_EQ(pattern_of(quotient), 0x7c00);
  // From a double that lies just above a tie, rounded once.
  half once = 1;
  once += 0x1p-11 + 0x1p-40;
  EXPECT_EQ(pattern_of(once), 0x3c01);
  static_assert([] {
    half number = 6;
    return (number /= 4) == 1.5F && (number -= 1) == 0.5F;
  }());
}

// Rounded once: a bfloat16_t has more range and less precision.
TEST(Numbers, EachConvertsToTheOtherByACast) {
  const NumberFormat& f16 = format_of(NumberType::kF16);
  const NumberFormat& bf16 = format_of(NumberType::kBf16);
  for (int pattern = 0; pattern < kPatterns; ++pattern) {
    const auto narrow = static_cast<half>(number_of<bfloat16_t>(pattern));
    const auto wide = static_cast<bfloat16_t>(number_of<half>(pattern));
    if (is_nan(bf16, pattern)) {
      EXPECT_TRUE(is_nan(f16, pattern_of(narrow))) << pattern;
    } else {
      EXPECT_EQ(pattern_of(narrow), pattern_of(half(value_of(bf16, pattern)))) << pattern;
    }
    if (is_nan(f16, pattern)) {
      EXPECT_TRUE(is_nan(bf16, pattern_of(wide))) << pattern;
    } else {
      EXPECT_EQ(pattern_of(wide), pattern_of(bfloat16_t(value_of(f16, pattern)))) << pattern;
    }
  }
  EXPECT_EQ(pattern_of(half(bfloat16_t(65536))), 0x7c00);
  EXPECT_EQ(pattern_of(half(bfloat16_t(0x1p-25F))), 0) << "a tie, to even";
  EXPECT_EQ(pattern_of(half(bfloat16_t(0x1.8p-25F))), 1);
  static_assert(float{bfloat16_t(half(257))} == 256.0F && float{half(bfloat16_t(3))} == 3.0F);
  static_assert(!std::is_convertible_v<half, bfloat16_t> &&
                !std::is_convertible_v<bfloat16_t, half>);
}

}  // namespace
