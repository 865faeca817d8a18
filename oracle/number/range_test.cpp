#include "oracle/number/range.h"

#include <gtest/gtest.h>

#include <array>

#include "oracle/testing/test_support.h"
#include "spec/deq/quantization.h"

namespace vconform::oracle {
namespace {

using spec::format_of;
using spec::NumberType;
using testing::dyadic;

struct Limits {
  NumberType type;
  const char* lowest;
  const char* highest;
};
constexpr std::array<Limits, spec::kNumberFormats.size()> kLimits = {{
    {NumberType::kS4, "-8", "7"},
    {NumberType::kS8, "-128", "127"},
    {NumberType::kS16, "-32768", "32767"},
    {NumberType::kS32, "-2147483648", "2147483647"},
    {NumberType::kS64, "-9223372036854775808", "9223372036854775807"},
    {NumberType::kU8, "0", "255"},
    {NumberType::kF16, "-65504", "65504"},
    {NumberType::kBf16, "-255 * 2^120", "255 * 2^120"},
    {NumberType::kF32, "-16777215 * 2^104", "16777215 * 2^104"},
    {NumberType::kU16, "0", "65535"},
    {NumberType::kU32, "0", "4294967295"},
    {NumberType::kU64, "0", "18446744073709551615"},
    {NumberType::kF64, "-9007199254740991 * 2^971", "9007199254740991 * 2^971"},
}};

TEST(Range, LimitsOfEveryFormat) {
  for (const Limits& limits : kLimits) {
    EXPECT_EQ(fraction_text(limit_of(format_of(limits.type), true)), limits.lowest);
    EXPECT_EQ(fraction_text(limit_of(format_of(limits.type), false)), limits.highest);
  }
}

TEST(Range, TheLimitIsWithinAndTheNextValueBeyond) {
  const auto beyond = [](NumberType type, double x) {
    return beyond_limit(format_of(type), dyadic(x));
  };
  EXPECT_FALSE(beyond(NumberType::kS4, 7));
  EXPECT_TRUE(beyond(NumberType::kS4, 8));
  EXPECT_FALSE(beyond(NumberType::kS4, -8));
  EXPECT_TRUE(beyond(NumberType::kS4, -9));
  EXPECT_FALSE(beyond(NumberType::kU8, 255));
  EXPECT_TRUE(beyond(NumberType::kU8, 256));
  EXPECT_TRUE(beyond(NumberType::kU8, -1));
  EXPECT_FALSE(beyond(NumberType::kU8, -0.0));
  EXPECT_FALSE(beyond(NumberType::kS64, -0x1p63));
  EXPECT_TRUE(beyond(NumberType::kS64, 0x1p63));
  EXPECT_FALSE(beyond(NumberType::kF16, -65504));
  EXPECT_TRUE(beyond(NumberType::kF16, 65504.03125));
  EXPECT_TRUE(beyond(NumberType::kBf16, 0x1.fffffep127));
  EXPECT_FALSE(beyond(NumberType::kF32, 0x1.fffffep127));
}

ExactValue whole(std::int64_t x) {
  return finite_value(x < 0, boost::multiprecision::abs(Integer(x)), 0);
}

TEST(Range, LowBitsAreThoseOfTwosComplement) {
  const auto low = [](NumberType type, const ExactValue& x) {
    return fraction_text(keep_low_bits(format_of(type), x));
  };
  EXPECT_EQ(low(NumberType::kS8, whole(127)), "127");
  EXPECT_EQ(low(NumberType::kS8, whole(128)), "-128");
  EXPECT_EQ(low(NumberType::kS8, whole(255)), "-1");
  EXPECT_EQ(low(NumberType::kS8, whole(256)), "0");
  EXPECT_EQ(low(NumberType::kS8, whole(-129)), "127");
  EXPECT_EQ(low(NumberType::kS8, whole(-256)), "0");
  EXPECT_EQ(low(NumberType::kU8, whole(-1)), "255");
  EXPECT_EQ(low(NumberType::kU8, whole(300)), "44");
  EXPECT_EQ(low(NumberType::kS16, whole(65537)), "1");
  EXPECT_EQ(low(NumberType::kS32, finite_value(false, 1, 31)), "-2147483648");
  EXPECT_EQ(low(NumberType::kS32, finite_value(false, 1, 100)), "0");
}

TEST(Range, LowBitsOfAZeroAreZeroWhateverItsExponent) {
  EXPECT_TRUE(keep_low_bits(format_of(NumberType::kS8), finite_value(true, 0, -149)).is_zero());
}

TEST(Range, SaturatingKeepsWhatTheFormatHolds) {
  const auto limited = [](const spec::NumberFormat& format, const ExactValue& x) {
    return fraction_text(saturated(format, x));
  };
  EXPECT_EQ(limited(spec::kS9, whole(255)), "255");
  EXPECT_EQ(limited(spec::kS9, whole(256)), "255");
  EXPECT_EQ(limited(spec::kS9, whole(-256)), "-256");
  EXPECT_EQ(limited(spec::kS9, whole(-257)), "-256");
  EXPECT_EQ(limited(format_of(NumberType::kU8), whole(-1)), "0");
  EXPECT_EQ(limited(spec::kS9, infinite_value(true)), "-256");
  EXPECT_EQ(limited(spec::kS9, infinite_value(false)), "255");
}

// 65519 lies below the middle of 65504 and 65536, 65520 on it.
TEST(Range, RoundingToAFormatOverflowsToInf) {
  const auto f16_of = [](const ExactValue& x) {
    return fraction_text(rounded_to(format_of(NumberType::kF16), x));
  };
  EXPECT_EQ(f16_of(whole(65519)), "65504");
  EXPECT_EQ(f16_of(whole(65520)), "inf");
  EXPECT_EQ(f16_of(whole(-65520)), "-inf");
  EXPECT_EQ(f16_of(whole(2049)), "2048");
  // A tie between 1 and 2 of 2^-24.
  EXPECT_EQ(f16_of(finite_value(false, 3, -25)), "1/8388608");
  EXPECT_EQ(f16_of(finite_value(true, 1, -25)), "-0");
}

}  // namespace
}  // namespace vconform::oracle
