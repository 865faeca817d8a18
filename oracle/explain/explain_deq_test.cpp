#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "oracle/explain/explain.h"
#include "oracle/explain/explain_test_support.h"
#include "oracle/testing/case_builder.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

spec::Choices a2_but_open(std::string_view rule) {
  spec::Choices choices = a2();
  choices.leave_open(*spec::rule_with_slug(rule));
  return choices;
}

std::string deq(std::uint64_t factor, std::uint64_t source, const spec::Choices& choices) {
  spec::Vconv step;
  step.cell = cell("vconv_deqs162b8h_s8");
  return explain_element(step, 0, {source, factor}, choices);
}

TEST(ExplainDeq, EachReadingThatMakesADifferenceIsDerived) {
  const std::string head =
      "  source    0x317b  s16  = 12667\n"
      "  M         0.005565643310546875\n";
  const std::string rules =
      "  rule      deq.product (inferred: vconv, tmp1[31:0])\n"
      "  also      deq.s9-rounding (inferred: vconv, f32_to_s9_saturation names no rounding)\n";
  EXPECT_EQ(deq(spec::deq_factor(0x3bb66000, 0, true), 12667, a2_but_open("deq.product")),
            "vconv_deqs162b8h_s8  M=0x3bb66000 offset=0x000 sign=1  CTRL=0x0\n"
            "under deq.product=f32\n" +
                head +
                "  product   70.500003814697265625 -> 70.5\n"
                "  integer   70.5 -> 70   (r: tie between 70 and 71)\n"
                "  s9        70\n"
                "  offset    0\n"
                "  sum       70\n"
                "  s8        70\n"
                "  result    0x46  s8  = 70\n" +
                rules + "under deq.product=exact\n" + head +
                "  product   70.500003814697265625\n"
                "  integer   70.500003814697265625 -> 71   (r: between 70 and 71)\n"
                "  s9        71\n"
                "  offset    0\n"
                "  sum       71\n"
                "  s8        71\n"
                "  result    0x47  s8  = 71\n" +
                rules);
}

TEST(ExplainDeq, ReadingsWithoutADifferenceAreLeftOut) {
  const std::string text =
      deq(spec::deq_factor(0x3f800000, 1, false), 5, a2_but_open("deq.product"));
  EXPECT_THAT(text, Not(HasSubstr("under")));
  EXPECT_THAT(text, HasSubstr("  M=0x3f800000 offset=0x001 sign=0  CTRL=0x0\n"));
  EXPECT_THAT(text, HasSubstr("  integer   5\n"));
  EXPECT_THAT(text, HasSubstr("  u8        6\n  result    0x06  u8  = 6\n"));
}

TEST(ExplainDeq, WhatSaturatesAndWhatIsTakenOtherwiseIsSaid) {
  const std::string scale = deq(spec::deq_factor(0x3bb5789d, -5, false), 18696, a2());
  EXPECT_THAT(scale, HasSubstr("  M         11892893 * 2^-31 -> 0.005535125732421875\n"));
  EXPECT_THAT(scale, HasSubstr("  offset    -5\n  sum       98\n"));
  const std::string infinite = deq(spec::deq_factor(0x7f000000, -200, false), 32767, a2());
  EXPECT_THAT(infinite, HasSubstr("  product   32767 * 2^127 -> inf\n"
                                  "  integer   inf\n"
                                  "  s9        inf -> 255\n"));
  const std::string large = deq(spec::deq_factor(0x3f800000, -200, false), 1000, a2());
  EXPECT_THAT(large, HasSubstr("  integer   1000\n  s9        1000 -> 255\n"));
  const std::string before =
      deq(spec::deq_factor(0x3f000000, 1, true), 3, a2({"deq.offset-order=before-rounding"}));
  EXPECT_THAT(before, HasSubstr("  offset    1\n"
                                "  sum       2.5 -> 2   (r: tie between 2 and 3)\n"
                                "  s8        2\n"));
}

TEST(ExplainDeq, AScaleThatIsNoNumberHasNoProduct) {
  const std::string text = deq(spec::deq_factor(0x7fc00000, 0, false), 3, a2());
  EXPECT_THAT(text,
              HasSubstr("  M         NaN\n  result    anything\n  rule      deq.scale-nan-inf"));
}

TEST(ExplainDeq16, EveryRoundingIsShown) {
  spec::Vconv step;
  step.cell = cell("vconv_deq");
  const std::string text =
      explain_element(step, 0, {13036, 0x0c7e}, a2_but_open("deq16.precision"));
  EXPECT_THAT(text, HasSubstr("vconv_deq  M=0x0c7e  CTRL=0x0\n"));
  EXPECT_THAT(text, HasSubstr("under deq16.precision=f32-chain\n"));
  EXPECT_THAT(text, HasSubstr("  f32 to f16 3.5742282867431640625 -> 3.57421875\n"
                              "  result    0x4326"));
  EXPECT_THAT(text, HasSubstr("  s32 to f16 13036 -> 13040\n"
                              "  product    3.57532501220703125 -> 3.576171875\n"
                              "  result    0x4327"));
  EXPECT_THAT(text, HasSubstr("  src / 2^17     0.099456787109375 -> 0.0994873046875\n"));
  EXPECT_THAT(text, HasSubstr("  product * 2^17 3.578125\n  result    0x4328"));
}

const std::string kOne = place("0x1000", "s16", 0, 12667) + "mask 0 1\n";

TEST(ExplainDeq, ACaseShowsTheFactorOfEachElement) {
  const std::string text =
      explain_case(case_of(kOne + place("0x3000", "s64", 0, spec::deq_factor(0x3bb66000, 0, true)) +
                           "deqscale 0x180 tensor\n" + run("vconv_vdeqs162b8h_s8")),
                   a2({"deq.other-half=zeroed"}), 4);
  EXPECT_THAT(text, HasSubstr("1 elements are results\n"
                              "repeat 0, block 0, lane 0   src UB+0x1000 -> dst UB+0x2010\n"
                              "  scale     M=0x3bb66000 offset=0x000 sign=1\n"
                              "  source    0x317b  s16  = 12667\n"));
  EXPECT_THAT(text, HasSubstr("  result    0x46  s8  = 70\n"));
  EXPECT_THAT(text, HasSubstr("1 bytes become 0: deq.other-half"));
}

TEST(ExplainDeq, AWrongElementIsShownWithItsFactor) {
  const std::string call =
      "cast_deq_s162s8 dst=UB+0x2000 src=UB+0x1000 is_vec_deq=0 half_block=1 count=1\n";
  const std::string start = kOne + "deqscale 0x40003bb66000\n";
  for (const std::string& step : {run("vconv_deqs162b8h_s8"), call}) {
    EXPECT_EQ(difference_text(case_of(start + step), 0x2010, 71),
              "  element  repeat 0, block 0, lane 0   src UB+0x1000 -> dst UB+0x2010\n"
              "  scale    M=0x3bb66000 offset=0x000 sign=1\n"
              "  source   0x317b  s16  = 12667\n"
              "  expected 0x46  s8     = 70   (exact 141/2, tie between 70 and 71)\n"
              "  got      0x47  s8     = 71\n");
  }
}

TEST(ExplainDeq, AByteThatShouldBecomeZeroIsShownWithItsRule) {
  EXPECT_EQ(
      difference_text(case_of(kOne + "deqscale 0x40003bb66000\n" + run("vconv_deqs162b8h_s8")),
                      0x2000, 7, a2({"deq.other-half=zeroed"})),
      "  byte     UB+0x2000\n"
      "  expected 0x00   [deq.other-half]\n"
      "  got      0x07\n");
}

TEST(ExplainDeq, AnF16IsShownWithTheExactProduct) {
  const spec::Case test_case = case_of(place("0x1000", "s32", 0, 13036) + "mask 0 1\n" +
                                       "deqscale 0xc7e\n" + run("vconv_deq"));
  const std::string text = difference_text(test_case, 0x2000, 0x27);
  EXPECT_THAT(text, HasSubstr("  scale    M=0x0c7e\n  source   0x000032ec  s32"));
  EXPECT_THAT(text, HasSubstr("(exact 1873925/524288)"));
}

}  // namespace
}  // namespace vconform::oracle
