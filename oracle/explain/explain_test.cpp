#include "oracle/explain/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "oracle/explain/explain_test_support.h"
#include "oracle/testing/case_builder.h"

namespace vconform::oracle {
namespace {

using namespace testing;

TEST(Explain, APatternIsShownWithItsFieldsAndValue) {
  EXPECT_EQ(pattern_text(spec::format_of(spec::NumberType::kF32), 0x40200000),
            "0x40200000  f32  sign 0 exp 1 frac 0x200000  = 2.5");
  EXPECT_EQ(pattern_text(spec::format_of(spec::NumberType::kS4), 0xf), "0xf  s4  = -1");
  EXPECT_EQ(pattern_text(spec::format_of(spec::NumberType::kF16), 0xfc00),
            "0xfc00  f16  sign 1 exp 16 frac 0x0  = -inf");
  EXPECT_EQ(pattern_text(spec::format_of(spec::NumberType::kU8), 0x0a), "0x0a  u8  = 10");
}

TEST(Explain, ARuleIsShownWithItsStatusAndSource) {
  EXPECT_EQ(rule_text(spec::cite("round.floor")), "round.floor (documented: vconv, \"F\")");
}

std::string conversion(std::string_view instruction, std::uint64_t ctrl, std::uint64_t source) {
  spec::Vconv step;
  step.cell = cell(instruction);
  return explain_element(step, ctrl, {source}, a2());
}

TEST(Explain, AConversionIsDerivedStepByStep) {
  EXPECT_EQ(conversion("vconv_f162s8r", 0, f16(127.5)),
            "vconv_f162s8r  CTRL=0x0\n"
            "  source    0x57f8  f16  sign 0 exp 6 frac 0x3f8  = 127.5\n"
            "  round     127.5 -> 128   (r: tie between 127 and 128)\n"
            "  range     128 -> 127\n"
            "  result    0x7f  s8  = 127\n"
            "  rule      special.int-overflow-saturates (documented: asc-devkit:边界值汇总)\n"
            "  also      round.nearest-ties-to-even (documented: vconv, \"R\")\n"
            "  also      round.once-then-range (inferred: vconv; "
            "asc-devkit:precision_conversion)\n");
}

TEST(Explain, AConversionIsDerivedUnderEachOpenReading) {
  const std::string text = conversion("vconv_f322f16z", kKeepInf, f32(65510));
  const std::string steps =
      "  source    0x477fe600  f32  sign 0 exp 15 frac 0x7fe600  = 65510\n"
      "  round     65510 -> 65504   (z: between 65504 and 65536, multiples of 2^5)\n";
  const std::string rules =
      "  rule      overflow.directed (unspecified: no source)\n"
      "  also      round.toward-zero (documented: vconv, \"Z\")\n"
      "  also      round.once-then-range (inferred: vconv; asc-devkit:precision_conversion)\n"
      "  also      pair.f322f16-has-no-prototype (documented: vconv, table)\n"
      "  also      ctrl.48 (documented: asc-devkit:SetCtrlSpr)\n";
  const std::string max = steps +
                          "  range     65504\n"
                          "  result    0x7bff  f16  sign 0 exp 15 frac 0x3ff  = 65504\n" +
                          rules;
  const std::string inf = steps +
                          "  range     65504 -> inf\n"
                          "  result    0x7c00  f16  sign 0 exp 16 frac 0x0  = inf\n" +
                          rules;
  EXPECT_EQ(text,
            "vconv_f322f16z  CTRL=0x1000000000000\n"
            "under overflow.directed=ieee\n" +
                max + "under overflow.directed=inf-after-rounding\n" + max +
                "under overflow.directed=inf-beyond-max\n" + inf);
}

TEST(Explain, AWrongElementIsShownFromItsSourceToWhatCameOut) {
  const spec::Case tie =
      case_of(place("0x1000", "f32", 67, f32(2.5f)) + kFullMask + run("vconv_f322s32r", "2"));
  EXPECT_EQ(difference_text(tie, 0x210c, 3),
            "  element  repeat 1, block 0, lane 3   src UB+0x110c -> dst UB+0x210c\n"
            "  source   0x40200000  f32  sign 0 exp 1 frac 0x200000  = 2.5\n"
            "  expected 0x00000002  s32                              = 2   "
            "(exact 5/2, tie between 2 and 3)\n"
            "  got      0x00000003  s32                              = 3\n");
}

TEST(Explain, EachPermittedValueHasALine) {
  const spec::Case zero =
      case_of(place("0x1000", "f32", 0, f32(-0.25f)) + "mask 0 1\n" + run("vconv_f322f32z"));
  EXPECT_EQ(difference_text(zero, 0x2000, 1),
            "  element  repeat 0, block 0, lane 0   src UB+0x1000 -> dst UB+0x2000\n"
            "  source   0xbe800000  f32  sign 1 exp -2 frac 0x0    = -0.25\n"
            "  expected 0x00000000  f32  sign 0 exp -127 frac 0x0  = 0   "
            "(exact -1/4, between -0 and -1)\n"
            "  or       0x80000000  f32  sign 1 exp -127 frac 0x0  = -0\n"
            "  got      0x00000001  f32  sign 0 exp -127 frac 0x1  = 2^-149\n");
}

TEST(Explain, AByteThatShouldNotHaveChangedIsShownAsItWas) {
  const spec::Case masked =
      case_of(place("0x2000", "u8", 5, 0x42) + "mask 0 1\n" + run("vconv_f322s32r"));
  EXPECT_EQ(difference_text(masked, 0x2005, 0x00),
            "  byte     UB+0x2005\n"
            "  expected 0x42  unchanged\n"
            "  got      0x00\n");
}

TEST(Explain, TheSourceIsWhatWasReadBeItAResult) {
  const spec::Case chain =
      case_of(place("0x1000", "f32", 0, f32(2.5f)) + "mask 0 1\n" + run("vconv_f322s32c") +
              run("vconv_s322s16", "1", "0x3000", "0x2000"));
  EXPECT_EQ(difference_text(chain, 0x3000, 9),
            "  element  repeat 0, block 0, lane 0   src UB+0x2000 -> dst UB+0x3000\n"
            "  source   0x00000003  s32  = 3\n"
            "  expected 0x0003  s16      = 3   (exact 3)\n"
            "  got      0x0009  s16      = 9\n");
  // NaN to f16 is +-0 under CTRL[48]=0.
  const spec::Case loose =
      case_of(place("0x1000", "f32", 0, 0x7fc00000) + "mask 0 1\n" + run("vconv_f322f16r") +
              run("vconv_f162s16r", "1", "0x3000", "0x2000"));
  EXPECT_EQ(difference_text(loose, 0x3000, 9),
            "  element  repeat 0, block 0, lane 0   src UB+0x2000 -> dst UB+0x3000\n"
            "  source   an earlier result that leaves more than one possibility\n"
            "  expected 0x0000  s16  = 0\n"
            "  got      0x0009  s16  = 9\n");
}

TEST(Explain, ACaseIsShownElementByElementAndByWhatIsLeftOpen) {
  const spec::Case test_case =
      case_of(place("0x1000", "s32", 0, 5) + "mask 0 7\n" + run("vconv_s322f32") +
              run("vconv_s322f32", "1", "0x3000", "0x1000", "0 1 8 8"));
  EXPECT_EQ(explain_case(test_case, a2(), 1),
            "3 elements are results\n"
            "repeat 0, block 0, lane 0   src UB+0x1000 -> dst UB+0x2000\n"
            "  source    0x00000005  s32  = 5\n"
            "  round     5\n"
            "  result    0x40a00000  f32  sign 0 exp 2 frac 0x200000  = 5\n"
            "  rule      convert.exact-when-representable (documented: vconv; "
            "cann:kernel_operator headers for the widening pairs)\n"
            "... 2 more\n"
            "256 bytes may hold anything: walk.dst-block-stride-zero (unspecified: "
            "asc-devkit:高维切分)\n"
            "every other byte keeps its value\n");
}

TEST(Explain, ACaseBeginsWithWhatFailsAndWithSourcesThatArePlacedOneByOne) {
  const spec::Case test_case =
      case_of("place UB+0x1000 s32 numbers count=8 low=1 modulus=8\n" +
              place("0x1000", "s32", 2, 77) + "mask 0 0xff\n" + run("vconv_s322f32"));
  const auto first_of = [](const std::string& text) {
    return text.substr(text.find('\n') + 1, text.find("  source") - text.find('\n') - 1);
  };
  EXPECT_THAT(first_of(explain_case(test_case, a2(), 2)), ::testing::HasSubstr("lane 2 "));
  const spec::MemoryImage before = spec::initial_image(test_case);
  spec::Outcome outcome;
  outcome.after = memory_after(predict(test_case, before, a2()).front(), before);
  outcome.after.of(spec::MemoryId::kUb)[0x2000 + 5 * 4] ^= 1;
  const Judgement judgement = judge(predict(test_case, before, a2()), before, outcome, {});
  ASSERT_EQ(judgement.broken.size(), 1u);
  const std::string text = explain_case(test_case, a2(), 2, judgement.broken.front().first);
  EXPECT_THAT(first_of(text), ::testing::HasSubstr("lane 5 "));
  EXPECT_THAT(text, ::testing::HasSubstr("  got       0x40c00001  f32"));
  EXPECT_THAT(text, ::testing::HasSubstr("FAILS"));
  EXPECT_LT(text.find("lane 5 "), text.find("lane 2 "));
}

}  // namespace
}  // namespace vconform::oracle
