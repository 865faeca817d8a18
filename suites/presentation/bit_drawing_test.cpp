#include "suites/presentation/bit_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/explain/element_text.h"
#include "oracle/number/decode.h"
#include "spec/number/quantization.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"

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

std::optional<DrawnDigits> of_f32(std::uint64_t pattern, int last_place) {
  return digits_of(oracle::decode(spec::kF32, pattern), last_place);
}

// 0x40003c00 is 2 + 2^-9 * 15/8: eleven digits from 2^1 to 2^-9, then 1, then 11.
TEST(BitDrawing, CutsAValueAtTheLastPlace) {
  const std::optional<DrawnDigits> drawn = of_f32(0x40003c00, -9);
  ASSERT_TRUE(drawn.has_value());
  EXPECT_EQ(drawn->kept, "10000000001");
  EXPECT_EQ(drawn->guard, '1');
  EXPECT_EQ(drawn->sticky, "11");
  EXPECT_EQ(drawn->last_place, -9);
  EXPECT_FALSE(drawn->is_cut);
}

TEST(BitDrawing, KeepsAZeroOfAValueBelowTheLastPlace) {
  const std::optional<DrawnDigits> half = of_f32(0x3f000000, 0);
  ASSERT_TRUE(half.has_value());
  EXPECT_EQ(half->kept + half->guard + half->sticky, "01");
  const std::optional<DrawnDigits> quarter = of_f32(0xbe800000, 0);
  ASSERT_TRUE(quarter.has_value());
  EXPECT_EQ(quarter->kept + quarter->guard + quarter->sticky, "001");
}

std::vector<DrawnRounding> of_step(const spec::Step& step, const oracle::ElementInput& input,
                                   spec::NumberType result) {
  const spec::Choices standard = spec::choices_of(spec::profile_named("a2"));
  return roundings_of(
      oracle::derive(oracle::arithmetic_of(step, 0, standard), input, standard).steps,
      spec::format_of(result));
}

std::vector<DrawnRounding> of_vconv(std::string_view name, std::uint64_t pattern) {
  spec::Vconv step;
  step.cell = spec::cell_named(name).value();
  return of_step(step, {pattern}, step.cell.conversion().destination);
}

// The last place of f16 is never below 2^-24.
TEST(BitDrawing, CutsASubnormalResultAtItsOwnLastPlace) {
  const std::vector<DrawnRounding> drawn = of_vconv("vconv_f322f16r", 0x34400000);  // 3 * 2^-24
  ASSERT_EQ(drawn.size(), 1u);
  EXPECT_EQ(drawn[0].step, "round");
  EXPECT_EQ(drawn[0].digits.last_place, -24);
  EXPECT_EQ(drawn[0].digits.kept, "11");
  EXPECT_EQ(drawn[0].digits.guard, '0');
}

// vconv_f322f32 gives whole numbers, of which those beyond 2^24 have a last place above 1.
TEST(BitDrawing, CutsF32AtWholeNumbersIfTheResultIsF32Too) {
  const std::vector<DrawnRounding> half = of_vconv("vconv_f322f32r", 0x3fc00000);  // 1.5
  ASSERT_EQ(half.size(), 1u);
  EXPECT_EQ(half[0].digits.last_place, 0);
  EXPECT_EQ(half[0].digits.kept + half[0].digits.guard, "11");
  const std::vector<DrawnRounding> large = of_vconv("vconv_f322f32r", 0x4c000001);
  ASSERT_EQ(large.size(), 1u);
  EXPECT_EQ(large[0].digits.last_place, 2);
  EXPECT_EQ(large[0].digits.kept, "100000000000000000000001");
}

// 5 times 0.5, as an integer: 10.1 in binary.
TEST(BitDrawing, DrawsTheRoundingOfAChain) {
  spec::Vconv step;
  step.cell = spec::cell_named("vconv_deqs162b8h_s8").value();
  const std::uint64_t factor = spec::deq_factor(0x3f000000, 0, true);
  const std::vector<DrawnRounding> drawn = of_step(step, {5, factor}, spec::NumberType::kS8);
  ASSERT_EQ(drawn.size(), 1u);
  EXPECT_EQ(drawn[0].digits.kept, "10");
  EXPECT_EQ(drawn[0].digits.guard, '1');
  EXPECT_EQ(spec::rule_of(drawn[0].rule).slug, "deq.s9-rounding");
}

// 2049 times 1 as an f16: twelve digits, of which eleven fit.
TEST(BitDrawing, DrawsTheRoundingToAFloatingPointResult) {
  spec::Vconv step;
  step.cell = spec::cell_named("vconv_deq").value();
  const std::vector<DrawnRounding> drawn = of_step(step, {2049, 0x3c00}, spec::NumberType::kF16);
  ASSERT_FALSE(drawn.empty());
  EXPECT_EQ(drawn.back().digits.kept, "10000000000");
  EXPECT_EQ(drawn.back().digits.guard, '1');
  EXPECT_EQ(drawn.back().digits.last_place, 1);
}

TEST(BitDrawing, SaysThatDigitsAreLeftOut) {
  const std::optional<DrawnDigits> tiny = of_f32(0x00000001, 0);
  ASSERT_TRUE(tiny.has_value());
  EXPECT_EQ(tiny->sticky, std::string(kMostSticky, '0'));
  EXPECT_TRUE(tiny->is_cut);
}

TEST(BitDrawing, HasNoDigitsOfZeroInfAndNan) {
  for (const std::uint64_t pattern : {0x0u, 0x80000000u, 0x7f800000u, 0x7fc00000u}) {
    EXPECT_FALSE(of_f32(pattern, -24).has_value()) << pattern;
  }
}

}  // namespace
}  // namespace vconform::suites
