#include "oracle/number/decode.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::format_of;
using spec::NumberFormat;
using spec::NumberType;
using testing::Rational;
using testing::rational;

TEST(Decode, EveryPatternOfNarrowFormatsReadsBack) {
  for (const NumberFormat& format : spec::kNumberFormats) {
    if (format.bits > 16) {
      continue;
    }
    for (std::uint64_t pattern = 0; pattern <= format.pattern_mask(); ++pattern) {
      if (!is_nan(format, pattern)) {
        ASSERT_EQ(encode(format, decode(format, pattern)), pattern) << format.name;
      }
    }
  }
}

// binary16: (-1)^sign * 2^(field-15) * (1 + fraction/2^10), or 2^-14 * fraction/2^10 at field 0.
TEST(Decode, EveryF16HasTheValueOfItsDefinition) {
  const NumberFormat& f16 = format_of(NumberType::kF16);
  for (std::uint64_t pattern = 0; pattern < 0x10000; ++pattern) {
    const int field = static_cast<int>(pattern >> 10 & 31);
    const Rational fraction(Integer(pattern & 1023), Integer(1024));
    const Rational magnitude = field == 0
                                   ? Rational(fraction * testing::power_of_two(-14))
                                   : Rational((1 + fraction) * testing::power_of_two(field - 15));
    const ExactValue value = decode(f16, pattern);
    if (field == 31) {
      EXPECT_EQ(value.kind, (pattern & 1023) == 0 ? ValueKind::kInfinite : ValueKind::kNan);
      EXPECT_EQ(is_nan(f16, pattern), (pattern & 1023) != 0);
    } else {
      ASSERT_EQ(rational(value), pattern < 0x8000 ? magnitude : Rational(-magnitude)) << pattern;
      EXPECT_EQ(value.negative, pattern >= 0x8000);
    }
    EXPECT_EQ(is_subnormal(f16, pattern), field == 0 && (pattern & 1023) != 0) << pattern;
  }
}

// The host's float is binary32; bfloat16 is its upper half.
TEST(Decode, F32AndBf16HaveTheValuesOfTheHost) {
  for (std::uint64_t i = 0; i < 1 << 17; ++i) {
    const auto pattern = static_cast<std::uint32_t>(i * 0x8001);
    const std::uint32_t upper = pattern & 0xffff0000;
    if ((pattern >> 23 & 255) == 255) {
      continue;
    }
    ASSERT_EQ(rational(decode(format_of(NumberType::kF32), pattern)),
              Rational(double{std::bit_cast<float>(pattern)}));
    ASSERT_EQ(rational(decode(format_of(NumberType::kBf16), upper >> 16)),
              Rational(double{std::bit_cast<float>(upper)}));
    ASSERT_EQ(encode(format_of(NumberType::kF32), decode(format_of(NumberType::kF32), pattern)),
              pattern);
  }
}

struct Named {
  NumberType type;
  std::uint64_t pattern;
  const char* text;
};

constexpr std::array<Named, 34> kNamed = {{
    {NumberType::kS4, 0x7, "7"},
    {NumberType::kS4, 0x8, "-8"},
    {NumberType::kS4, 0xf, "-1"},
    {NumberType::kS8, 0x80, "-128"},
    {NumberType::kS8, 0x7f, "127"},
    {NumberType::kU8, 0x80, "128"},
    {NumberType::kU8, 0xff, "255"},
    {NumberType::kS16, 0x8000, "-32768"},
    {NumberType::kS16, 0xfffe, "-2"},
    {NumberType::kS32, 0x80000000, "-2147483648"},
    {NumberType::kS32, 0x7fffffff, "2147483647"},
    {NumberType::kS64, 0x8000000000000000, "-9223372036854775808"},
    {NumberType::kS64, 0x7fffffffffffffff, "9223372036854775807"},
    {NumberType::kS64, 0xffffffffffffffff, "-1"},
    {NumberType::kS64, 0, "0"},
    {NumberType::kF16, 0x3c00, "1"},
    {NumberType::kF16, 0xc500, "-5"},
    {NumberType::kF16, 0x7bff, "65504"},
    {NumberType::kF16, 0x0400, "1/16384"},
    {NumberType::kF16, 0x03ff, "1023/16777216"},
    {NumberType::kF16, 0x0001, "1/16777216"},
    {NumberType::kF16, 0x8000, "-0"},
    {NumberType::kF16, 0xfc00, "-inf"},
    {NumberType::kF16, 0x7e00, "NaN"},
    {NumberType::kBf16, 0x3fc0, "3/2"},
    {NumberType::kBf16, 0x7f7f, "255 * 2^120"},
    {NumberType::kBf16, 0x0001, "2^-133"},
    {NumberType::kBf16, 0xff80, "-inf"},
    {NumberType::kF32, 0x40200000, "5/2"},
    {NumberType::kF32, 0x7f7fffff, "16777215 * 2^104"},
    {NumberType::kF32, 0x00800000, "2^-126"},
    {NumberType::kF32, 0x80000001, "-2^-149"},
    {NumberType::kF32, 0x7f800000, "inf"},
    {NumberType::kF32, 0xff800001, "NaN"},
}};

TEST(Decode, NamedValues) {
  for (const Named& named : kNamed) {
    const NumberFormat& format = format_of(named.type);
    const ExactValue value = decode(format, named.pattern);
    EXPECT_EQ(fraction_text(value), named.text) << format.name;
    if (!is_nan(format, named.pattern)) {
      EXPECT_EQ(encode(format, value), named.pattern) << named.text;
    }
  }
}

TEST(Decode, EncodingANanGivesTheQuietOneWithoutPayload) {
  EXPECT_EQ(encode(format_of(NumberType::kF16), nan_value()), 0x7e00u);
  EXPECT_EQ(encode(format_of(NumberType::kBf16), nan_value()), 0x7fc0u);
  EXPECT_EQ(encode(format_of(NumberType::kF32), nan_value()), 0x7fc00000u);
}

TEST(Decode, EncodingDoesNotDependOnHowAValueIsWritten) {
  EXPECT_EQ(encode(format_of(NumberType::kF16), finite_value(false, 96, -6)), 0x3e00u);
  EXPECT_EQ(encode(format_of(NumberType::kF16), finite_value(false, 3, -1)), 0x3e00u);
  EXPECT_EQ(encode(format_of(NumberType::kF32), finite_value(true, 1, 127)), 0xff000000u);
  EXPECT_EQ(encode(format_of(NumberType::kS32), finite_value(true, 3, 10)), 0xfffff400u);
  EXPECT_EQ(encode(format_of(NumberType::kS8), finite_value(true, 0, -149)), 0u);
}

}  // namespace
}  // namespace vconform::oracle
