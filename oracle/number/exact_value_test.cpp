#include "oracle/number/exact_value.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using testing::dyadic;

TEST(ExactValue, FractionsAreReduced) {
  EXPECT_EQ(fraction_text(dyadic(2.5)), "5/2");
  EXPECT_EQ(fraction_text(dyadic(-3)), "-3");
  EXPECT_EQ(fraction_text(dyadic(-0.375)), "-3/8");
  EXPECT_EQ(fraction_text(finite_value(false, 4096, 2)), "16384");
  EXPECT_EQ(fraction_text(finite_value(true, 162, -150)), "-81 * 2^-149");
  EXPECT_EQ(fraction_text(finite_value(false, 2, -150)), "2^-149");
  EXPECT_EQ(fraction_text(finite_value(false, 1, 63)), "9223372036854775808");
  EXPECT_EQ(fraction_text(finite_value(false, 1, 64)), "2^64");
}

TEST(ExactValue, DecimalsAreExact) {
  EXPECT_EQ(decimal_text(dyadic(2.5)), "2.5");
  EXPECT_EQ(decimal_text(dyadic(-0.0625)), "-0.0625");
  EXPECT_EQ(decimal_text(dyadic(127.5)), "127.5");
  EXPECT_EQ(decimal_text(dyadic(-3)), "-3");
  EXPECT_EQ(decimal_text(finite_value(false, 1, -30)), "0.000000000931322574615478515625");
  EXPECT_EQ(decimal_text(finite_value(false, 1, -31)), "2^-31");
}

TEST(ExactValue, SpecialValuesHaveNames) {
  EXPECT_EQ(fraction_text(infinite_value(true)), "-inf");
  EXPECT_EQ(decimal_text(infinite_value(false)), "inf");
  EXPECT_EQ(fraction_text(nan_value()), "NaN");
  EXPECT_EQ(decimal_text(dyadic(-0.0)), "-0");
  EXPECT_TRUE(dyadic(-0.0).is_zero());
  EXPECT_FALSE(infinite_value(false).is_zero());
}

TEST(ExactValue, TheLeadingExponentBoundsTheValue) {
  EXPECT_EQ(leading_exponent(dyadic(1)), 0);
  EXPECT_EQ(leading_exponent(dyadic(-1.99)), 0);
  EXPECT_EQ(leading_exponent(dyadic(2)), 1);
  EXPECT_EQ(leading_exponent(dyadic(0.75)), -1);
  EXPECT_EQ(leading_exponent(finite_value(false, 1, -149)), -149);
}

TEST(ExactValue, MagnitudesCompareWhateverTheirExponentsAndSigns) {
  EXPECT_TRUE(smaller_magnitude(dyadic(-2), dyadic(2.25)));
  EXPECT_TRUE(smaller_magnitude(dyadic(2), dyadic(-2.25)));
  EXPECT_FALSE(smaller_magnitude(dyadic(2.25), dyadic(2)));
  EXPECT_FALSE(smaller_magnitude(finite_value(false, 8, 0), finite_value(true, 1, 3)));
  EXPECT_TRUE(smaller_magnitude(finite_value(false, 0, -149), finite_value(false, 1, -149)));
  EXPECT_TRUE(smaller_magnitude(finite_value(false, 1, -149), finite_value(false, 1, 127)));
}

TEST(ExactValue, SumsAndProductsAreExact) {
  const auto sum = [](double a, double b) { return fraction_text(sum_of(dyadic(a), dyadic(b))); };
  EXPECT_EQ(sum(1.5, 2), "7/2");
  EXPECT_EQ(sum(-1.5, 1), "-1/2");
  EXPECT_EQ(sum(1.5, -1.5), "0");
  EXPECT_EQ(sum(0, -3), "-3");
  EXPECT_EQ(sum(-3, 0), "-3");
  EXPECT_EQ(fraction_text(product_of(dyadic(-1.5), dyadic(2.5))), "-15/4");
  EXPECT_EQ(fraction_text(product_of(dyadic(-1.5), dyadic(0))), "-0");
  const ExactValue huge = finite_value(false, 1, 200);
  EXPECT_EQ(fraction_text(sum_of(sum_of(huge, dyadic(0.5)), finite_value(true, 1, 200))), "1/2");
}

// The widest of all: the least normal f32 as source, scale and alpha, and an offset of nine bits.
TEST(ExactValue, AProductOfThreeF32AndAnOffsetHasRoom) {
  const ExactValue least = finite_value(false, 0xffffff, -149);
  const ExactValue product = product_of(product_of(least, least), least);
  const ExactValue sum = sum_of(product, finite_value(false, 256, 0));
  EXPECT_EQ(leading_exponent(sum), 8);
  EXPECT_EQ(fraction_text(sum_of(sum, finite_value(true, 256, 0))), fraction_text(product));
}

TEST(ExactValue, WhatHasNoRoomIsAnError) {
  const ExactValue one = finite_value(false, 1, 0);
  EXPECT_NO_THROW(sum_of(one, finite_value(false, 1, -511)));
  EXPECT_THROW(sum_of(one, finite_value(false, 1, -512)), std::overflow_error);
  const ExactValue wide = finite_value(false, Integer(1) << 300, 0);
  EXPECT_THROW(product_of(wide, wide), std::overflow_error);
}

}  // namespace
}  // namespace vconform::oracle
