#include "oracle/number/expectation.h"

#include <gtest/gtest.h>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::cite;
using testing::text_of;

const spec::NumberFormat kHalf = spec::format_of(spec::NumberType::kF16);

TEST(Expectation, PermitsWhatItSays) {
  EXPECT_TRUE(permits(exactly(0x3c00, 0), kHalf, 0x3c00));
  EXPECT_FALSE(permits(exactly(0x3c00, 0), kHalf, 0x3c01));
  EXPECT_TRUE(permits(one_of({0, 0x8000}, 0), kHalf, 0x8000));
  EXPECT_FALSE(permits(one_of({0, 0x8000}, 0), kHalf, 0x0001));
  EXPECT_TRUE(permits(any_nan(0), kHalf, 0xfc01));
  EXPECT_FALSE(permits(any_nan(0), kHalf, 0x7c00));
  EXPECT_TRUE(permits(anything(0), kHalf, 0x1234));
}

TEST(Expectation, ThePermittedPatternIsPermitted) {
  for (const Expectation& expectation :
       {exactly(7, 0), one_of({3, 5}, 0), any_nan(0), anything(0)}) {
    EXPECT_TRUE(permits(expectation, kHalf, permitted_pattern(expectation, kHalf)));
  }
}

TEST(Expectation, OnlyASinglePatternIsExact) {
  EXPECT_TRUE(exactly(0, 0).is_exact());
  EXPECT_FALSE(one_of({0, 1}, 0).is_exact());
  EXPECT_FALSE(any_nan(0).is_exact());
  EXPECT_FALSE(anything(0).is_exact());
}

TEST(Expectation, NamesItsRuleAndCitesIt) {
  const Expectation nan = any_nan(cite("special.nan-payload"));
  EXPECT_EQ(testing::slug(nan.rule), "special.nan-payload");
  EXPECT_EQ(nan.cited.count(), 1u);
  EXPECT_TRUE(testing::cites(nan.cited, "special.nan-payload"));
}

TEST(Expectation, EitherOfTwoPermitsBothAndCitesBoth) {
  const Expectation a = exactly(3, cite("ctrl.48"));
  const Expectation b = one_of({5, 3}, cite("ctrl.59"));
  const Expectation both = either_of(a, b);
  EXPECT_EQ(text_of(both), "0x3|0x5");
  EXPECT_EQ(testing::slug(both.rule), "ctrl.48");
  EXPECT_TRUE(testing::cites(both.cited, "ctrl.59"));
  EXPECT_EQ(text_of(either_of(any_nan(0), any_nan(0))), "any NaN");
  EXPECT_EQ(text_of(either_of(a, any_nan(0))), "any NaN|0x3");
  EXPECT_EQ(text_of(either_of(any_nan(0), a)), "any NaN|0x3");
  EXPECT_EQ(text_of(either_of(anything(0), a)), "anything");
  EXPECT_EQ(text_of(either_of(a, anything(0))), "anything");
}

TEST(Expectation, ANumberOrAnyNanIsNotAnything) {
  const Expectation both = either_of(exactly(0x3c00, cite("ctrl.48")), any_nan(0));
  EXPECT_TRUE(permits(both, spec::kF16, 0x3c00));
  EXPECT_TRUE(permits(both, spec::kF16, 0x7e00));
  EXPECT_TRUE(permits(both, spec::kF16, 0xffff));
  for (const std::uint64_t other : {0x0000u, 0x3c01u, 0x7c00u, 0x1234u}) {
    EXPECT_FALSE(permits(both, spec::kF16, other)) << other;
  }
}

}  // namespace
}  // namespace vconform::oracle
