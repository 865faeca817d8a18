#include "suites/presentation/bit_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vconform::suites {
namespace {

std::string text_of(const std::vector<DrawnField>& fields) {
  std::string text;
  for (const DrawnField& field : fields) {
    text += std::string(field.name) + " " + field.digits + " ";
  }
  return text;
}

TEST(BitDrawing, SplitsAPatternIntoItsFields) {
  EXPECT_EQ(text_of(fields_of(spec::kF16, 0x3c01)), "sign 0 exponent 01111 fraction 0000000001 ");
  EXPECT_EQ(text_of(fields_of(spec::format_of(spec::NumberType::kS8), 0x81)),
            "sign 1 value 0000001 ");
  EXPECT_EQ(text_of(fields_of(spec::format_of(spec::NumberType::kU8), 0x81)), "value 10000001 ");
}

std::optional<DrawnDigits> of_f32(std::uint64_t pattern, spec::NumberType to) {
  return digits_of(spec::kF32, pattern, spec::format_of(to));
}

// 0x40003c00 is 2 + 2^-9 * 15/8: eleven digits from 2^1 to 2^-9, then 1, then 11.
TEST(BitDrawing, CutsAValueAtTheLastPlaceOfANormalResult) {
  const std::optional<DrawnDigits> drawn = of_f32(0x40003c00, spec::NumberType::kF16);
  ASSERT_TRUE(drawn.has_value());
  EXPECT_EQ(drawn->kept, "10000000001");
  EXPECT_EQ(drawn->guard, '1');
  EXPECT_EQ(drawn->sticky, "11");
  EXPECT_EQ(drawn->last_place, -9);
  EXPECT_FALSE(drawn->is_cut);
}

TEST(BitDrawing, KeepsAZeroOfAValueBelowTheLastPlace) {
  const std::optional<DrawnDigits> half = of_f32(0x3f000000, spec::NumberType::kS32);
  ASSERT_TRUE(half.has_value());
  EXPECT_EQ(half->kept + half->guard + half->sticky, "01");
  const std::optional<DrawnDigits> quarter = of_f32(0xbe800000, spec::NumberType::kS32);
  ASSERT_TRUE(quarter.has_value());
  EXPECT_EQ(quarter->kept + quarter->guard + quarter->sticky, "001");
}

// The last place of f16 is never below 2^-24.
TEST(BitDrawing, CutsASubnormalResultAtItsOwnLastPlace) {
  const std::optional<DrawnDigits> drawn = of_f32(0x34400000, spec::NumberType::kF16);  // 3 * 2^-24
  ASSERT_TRUE(drawn.has_value());
  EXPECT_EQ(drawn->last_place, -24);
  EXPECT_EQ(drawn->kept, "11");
  EXPECT_EQ(drawn->guard, '0');
}

// vconv_f322f32 gives whole numbers, of which those beyond 2^24 have a last place above 1.
TEST(BitDrawing, CutsF32AtWholeNumbersIfTheResultIsF32Too) {
  const std::optional<DrawnDigits> half = of_f32(0x3fc00000, spec::NumberType::kF32);  // 1.5
  ASSERT_TRUE(half.has_value());
  EXPECT_EQ(half->last_place, 0);
  EXPECT_EQ(half->kept + half->guard, "11");
  const std::optional<DrawnDigits> large = of_f32(0x4c000001, spec::NumberType::kF32);
  ASSERT_TRUE(large.has_value());
  EXPECT_EQ(large->last_place, 2);
  EXPECT_EQ(large->kept, "100000000000000000000001");
  EXPECT_EQ(large->guard + large->sticky, "0");
}

TEST(BitDrawing, SaysThatDigitsAreLeftOut) {
  const std::optional<DrawnDigits> tiny = of_f32(0x00000001, spec::NumberType::kS32);
  ASSERT_TRUE(tiny.has_value());
  EXPECT_EQ(tiny->sticky, std::string(kMostSticky, '0'));
  EXPECT_TRUE(tiny->is_cut);
}

TEST(BitDrawing, HasNoDigitsOfZeroInfAndNan) {
  for (const std::uint64_t pattern : {0x0u, 0x80000000u, 0x7f800000u, 0x7fc00000u}) {
    EXPECT_FALSE(of_f32(pattern, spec::NumberType::kF16).has_value()) << pattern;
  }
}

}  // namespace
}  // namespace vconform::suites
