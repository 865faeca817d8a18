#include "oracle/number/round.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::Rounding;
using testing::dyadic;
using testing::Rational;
using testing::rational;

// A small number as an exact value.
ExactValue scaled(int number, int exponent) {
  return finite_value(number < 0, Integer(std::abs(number)), exponent);
}

std::string rounded_text(double x, Rounding rounding) {
  return fraction_text(round_to_multiple(dyadic(x), 0, rounding).value);
}

// The example of the bit table in asc-devkit:precision_conversion; nearest-odd would give 0, 3, 2,
// 4, 4.
TEST(Round, ToOddIsVonNeumann) {
  EXPECT_EQ(rounded_text(0.2, Rounding::kOdd), "1");
  EXPECT_EQ(rounded_text(2.5, Rounding::kOdd), "3");
  EXPECT_EQ(rounded_text(2.2, Rounding::kOdd), "3");
  EXPECT_EQ(rounded_text(3.7, Rounding::kOdd), "3");
  EXPECT_EQ(rounded_text(4.2, Rounding::kOdd), "5");
  EXPECT_EQ(rounded_text(-0.2, Rounding::kOdd), "-1");
  EXPECT_EQ(rounded_text(-3.7, Rounding::kOdd), "-3");
  EXPECT_EQ(rounded_text(4, Rounding::kOdd), "4");
}

struct Row {
  double source;
  // In the order of kModes.
  std::array<const char*, 6> results;
};
constexpr std::array<Rounding, 6> kModes = {Rounding::kNearestEven, Rounding::kNearestAway,
                                            Rounding::kFloor,       Rounding::kCeil,
                                            Rounding::kTowardZero,  Rounding::kOdd};
constexpr std::array<Row, 17> kTable = {{
    {0.5, {"0", "1", "0", "1", "0", "1"}},
    {-0.5, {"-0", "-1", "-1", "-0", "-0", "-1"}},
    {1.5, {"2", "2", "1", "2", "1", "1"}},
    {-1.5, {"-2", "-2", "-2", "-1", "-1", "-1"}},
    {2.5, {"2", "3", "2", "3", "2", "3"}},
    {-2.5, {"-2", "-3", "-3", "-2", "-2", "-3"}},
    {0.3, {"0", "0", "0", "1", "0", "1"}},
    {-0.3, {"-0", "-0", "-1", "-0", "-0", "-1"}},
    {0.75, {"1", "1", "0", "1", "0", "1"}},
    {-0.75, {"-1", "-1", "-1", "-0", "-0", "-1"}},
    {2.25, {"2", "2", "2", "3", "2", "3"}},
    {-3.25, {"-3", "-3", "-4", "-3", "-3", "-3"}},
    {0.0, {"0", "0", "0", "0", "0", "0"}},
    {-0.0, {"-0", "-0", "-0", "-0", "-0", "-0"}},
    {6.0, {"6", "6", "6", "6", "6", "6"}},
    {-7.0, {"-7", "-7", "-7", "-7", "-7", "-7"}},
    {1099511627776.0,
     {"1099511627776", "1099511627776", "1099511627776", "1099511627776", "1099511627776",
      "1099511627776"}},
}};

TEST(Round, EveryModeOnTiesFractionsAndWholeNumbers) {
  for (const Row& row : kTable) {
    for (std::size_t mode = 0; mode < kModes.size(); ++mode) {
      EXPECT_EQ(rounded_text(row.source, kModes[mode]), row.results[mode])
          << row.source << " " << spec::mode_of(kModes[mode]).label;
    }
    EXPECT_EQ(rounded_text(row.source, Rounding::kNull), row.results[0]) << row.source;
  }
}

TEST(Round, TellsTheNeighboursTiesAndExactness) {
  const Rounded tie = round_to_multiple(dyadic(-2.5), 0, Rounding::kFloor);
  EXPECT_EQ(fraction_text(tie.toward_zero), "-2");
  EXPECT_EQ(fraction_text(tie.away_from_zero), "-3");
  EXPECT_TRUE(tie.tie);
  EXPECT_FALSE(tie.exact);
  EXPECT_EQ(tie.grid, 0);
  const Rounded between = round_to_multiple(dyadic(13), 2, Rounding::kFloor);
  EXPECT_EQ(fraction_text(between.toward_zero), "12");
  EXPECT_EQ(fraction_text(between.away_from_zero), "16");
  EXPECT_FALSE(between.tie);
  // 12 is a multiple of 4 although it is written with a smaller exponent.
  for (const ExactValue& value : {scaled(12, 0), scaled(3, 2)}) {
    const Rounded exact = round_to_multiple(value, 2, Rounding::kOdd);
    EXPECT_TRUE(exact.exact);
    EXPECT_FALSE(exact.tie);
    EXPECT_EQ(fraction_text(exact.toward_zero), "12");
    EXPECT_EQ(fraction_text(exact.away_from_zero), "12");
  }
}

// Floor of a rational: integer division rounds toward zero.
Integer floor_of(const Rational& x) {
  const Integer quotient(numerator(x) / denominator(x));
  return x < 0 && Rational(quotient) != x ? Integer(quotient - 1) : quotient;
}
bool is_even(const Integer& x) {
  return x % 2 == 0;
}

// The page's definition of each mode, on rationals.
Integer defined(const Rational& x, Rounding rounding) {
  Integer below = floor_of(x);
  if (Rational(below) == x) {
    return below;
  }
  Integer above = below + 1;
  const Rational past = x - Rational(below);
  const Rational half(1, 2);
  switch (rounding) {
    case Rounding::kFloor:
      return below;
    case Rounding::kCeil:
      return above;
    case Rounding::kTowardZero:
      return x < 0 ? above : below;
    case Rounding::kOdd:
      return is_even(below) ? above : below;
    case Rounding::kNearestAway:
      return past > half || (past == half && x > 0) ? above : below;
    default:
      return past > half || (past == half && is_even(above)) ? above : below;
  }
}

TEST(Round, FollowsTheDefinitionOnEveryGrid) {
  for (int number = -300; number <= 300; ++number) {
    const ExactValue x = scaled(number, -4);
    for (int grid = -5; grid <= 5; ++grid) {
      for (const spec::RoundingMode& mode : spec::kRoundingModes) {
        const Rounded rounded = round_to_multiple(x, grid, mode.rounding);
        const Rational unit = testing::power_of_two(grid);
        ASSERT_EQ(rational(rounded.value), defined(rational(x) / unit, mode.rounding) * unit)
            << number << "/16 to 2^" << grid << " " << mode.label;
        ASSERT_EQ(rounded.value.negative, number < 0);
        ASSERT_EQ(rounded.exact, rational(rounded.value) == rational(x));
      }
    }
  }
}

TEST(Round, FloorIsBelowAllAndCeilAboveAllAndTheyMirror) {
  for (int number = -500; number <= 500; ++number) {
    const ExactValue x = scaled(number, -5);
    const Rational floor = rational(round_to_multiple(x, 0, Rounding::kFloor).value);
    const Rational ceil = rational(round_to_multiple(x, 0, Rounding::kCeil).value);
    const Rational mirrored =
        rational(round_to_multiple(scaled(-number, -5), 0, Rounding::kCeil).value);
    ASSERT_EQ(floor, Rational(-mirrored));
    for (const Rounding mode : kModes) {
      const Rational result = rational(round_to_multiple(x, 0, mode).value);
      ASSERT_LE(floor, result);
      ASSERT_LE(result, ceil);
    }
  }
}

// The purpose of von Neumann rounding: two more bits carry everything that a later rounding needs.
TEST(Round, ToOddTwoBitsFinerAndThenAnyModeIsTheDirectResult) {
  for (int number = -1024; number <= 1024; ++number) {
    const ExactValue x = scaled(number, 0);
    for (int grid = 3; grid <= 9; ++grid) {
      const ExactValue finer = round_to_multiple(x, grid - 2, Rounding::kOdd).value;
      for (const spec::RoundingMode& mode : spec::kRoundingModes) {
        ASSERT_EQ(rational(round_to_multiple(finer, grid, mode.rounding).value),
                  rational(round_to_multiple(x, grid, mode.rounding).value))
            << number << " to 2^" << grid << " " << mode.label;
      }
    }
  }
}

TEST(Round, TheGridIsTheLastBitOfTheFormat) {
  const auto grid = [](spec::NumberType type, double x) {
    return grid_of(spec::format_of(type), dyadic(x));
  };
  EXPECT_EQ(grid(spec::NumberType::kF16, 1), -10);
  EXPECT_EQ(grid(spec::NumberType::kF16, -65519), 5);
  EXPECT_EQ(grid(spec::NumberType::kF16, 65536), 6);
  EXPECT_EQ(grid(spec::NumberType::kF16, 0x1p-14), -24);
  EXPECT_EQ(grid(spec::NumberType::kF16, 0x1p-15), -24);
  EXPECT_EQ(grid(spec::NumberType::kF16, 0x1p-140), -24);
  EXPECT_EQ(grid(spec::NumberType::kBf16, 1), -7);
  EXPECT_EQ(grid(spec::NumberType::kBf16, 0x1p-130), -133);
  EXPECT_EQ(grid(spec::NumberType::kF32, 0x1p62), 39);
  EXPECT_EQ(grid(spec::NumberType::kF32, 0x1p-140), -149);
  EXPECT_EQ(grid(spec::NumberType::kS16, 1000), 0);
  EXPECT_EQ(grid(spec::NumberType::kU8, 0.001), 0);
  EXPECT_EQ(grid(spec::NumberType::kF16, 0), 0);
}

}  // namespace
}  // namespace vconform::oracle
