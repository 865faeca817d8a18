#include <gtest/gtest.h>

#include "oracle/testing/copy_test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::ReluPre;

constexpr std::uint64_t kMinusOne = 0xbf800000;
constexpr const char* kAnyZeroF32 = "0x0|0x80000000";

FixpipeElement relu(std::string pair, std::uint64_t source, ReluPre mode,
                    std::uint32_t alpha = kHalfOf) {
  return {std::move(pair), source, Factor{}.word(), mode, alpha};
}

FixpipeElement to_b8(std::int64_t source, const Factor& factor, ReluPre mode,
                     std::uint32_t alpha = kHalfOf) {
  return {"s322s8", s32(source), factor.word(), mode, alpha};
}

TEST(FixpipeRelu, NormalGivesZeroForASourceBelowZero) {
  EXPECT_EQ(result_of(relu("f322f32", kMinusOne, ReluPre::kNormal)), kAnyZeroF32);
  EXPECT_EQ(result_of(relu("f322f32", kOne, ReluPre::kNormal)), "0x3f800000");
  EXPECT_EQ(result_of(relu("f322f32", 0x80000000, ReluPre::kNormal)), kAnyZeroF32);
  EXPECT_EQ(result_of(relu("f322f16", kMinusOne, ReluPre::kNormal)), kAnyZeroF16);
  EXPECT_EQ(result_of(relu("s322s32", s32(-5), ReluPre::kNormal)), "0");
  EXPECT_EQ(result_of(relu("s322s32", s32(5), ReluPre::kNormal)), "5");
  EXPECT_EQ(result_of(relu("s322f16", s32(-5), ReluPre::kNormal)), kAnyZeroF16);
  EXPECT_EQ(rule_of_result(relu("s322s32", s32(-5), ReluPre::kNormal)), "relu.normal");
  // The offset is added to the 0.
  EXPECT_EQ(result_of(to_b8(-10, {kOne, 20}, ReluPre::kNormal)), "20");
}

TEST(FixpipeRelu, LeakyAndPreluMultiplyByAlpha) {
  for (const ReluPre mode : {ReluPre::kLeaky, ReluPre::kPrelu}) {
    EXPECT_EQ(result_of(relu("f322f32", kMinusOne, mode)), "0xbf000000");
    EXPECT_EQ(result_of(relu("f322f32", kOne, mode)), "0x3f800000");
    EXPECT_EQ(result_of(relu("f322f16", kMinusOne, mode)), "0xb800");
    EXPECT_EQ(result_of(relu("s322f16", s32(-6), mode)), "0xc200");
    EXPECT_EQ(result_of(to_b8(-10, {kOne, 20}, mode)), "15");
  }
  EXPECT_EQ(rule_of_result(relu("f322f16", kMinusOne, ReluPre::kLeaky)), "relu.leaky");
  EXPECT_EQ(rule_of_result(relu("f322f16", kMinusOne, ReluPre::kPrelu)), "relu.prelu");
}

TEST(FixpipeRelu, AnF32IsRoundedOnceAfterAlpha) {
  // (1 + 2^-23)^2 = 1 + 2^-22 + 2^-46
  EXPECT_EQ(result_of(relu("f322f32", 0xbf800001, ReluPre::kLeaky, 0x3f800001)), "0xbf800002");
  // 2^-149 * 0.5: a tie, to the even 0.
  EXPECT_EQ(result_of(relu("f322f32", 0x80000001, ReluPre::kLeaky)), kAnyZeroF32);
  const FixpipeElement three = relu("f322f32", 0x80000003, ReluPre::kLeaky);  // 1.5, to 2
  EXPECT_EQ(results_of("subnormal.results", three), (Results{"0x80000002", kAnyZeroF32}));
  EXPECT_EQ(results_of("subnormal.inputs", three), (Results{"0x80000002", kAnyZeroF32}));
  // -2^127 * 4, whatever CTRL[48] is.
  FixpipeElement large = relu("f322f32", 0xff000000, ReluPre::kLeaky, 0x40800000);
  large.ctrl = 0;
  EXPECT_EQ(result_of(large), "0xff800000");
}

TEST(FixpipeRelu, AllBitsOfAlphaCountOrTheLowOnesAreCleared) {
  EXPECT_EQ(
      results_of("relu.alpha-format", relu("f322f32", kMinusOne, ReluPre::kLeaky, 0x3f001000)),
      (Results{"0xbf001000", "0xbf000000"}));
}

TEST(FixpipeRelu, AlphaReplacesOrScalesM1) {
  const FixpipeElement element = to_b8(-10, {kTwo}, ReluPre::kLeaky);
  EXPECT_EQ(results_of("relu.alpha", element), (Results{"-5", "-10"}));
  EXPECT_TRUE(cites(expectation_of(element, all_pinned()).cited, "relu.alpha"));
  EXPECT_EQ(results_of("relu.alpha", {"s322f16", s32(-10), Factor{kTwo}.word(), ReluPre::kPrelu}),
            (Results{"0xc500", "0xc900"}));
}

TEST(FixpipeRelu, TheSignOfTheSourceOrOfTheResultDecides) {
  const char* rule = "relu.at";  // scale, result
  EXPECT_EQ(results_of(rule, to_b8(-10, {kOne, 20}, ReluPre::kNormal)), (Results{"20", "10"}));
  EXPECT_EQ(results_of(rule, to_b8(10, {kOne, -20}, ReluPre::kNormal)), (Results{"-10", "0"}));
  // A scale of -1.
  EXPECT_EQ(results_of(rule, to_b8(10, {0xbf800000}, ReluPre::kNormal)), (Results{"-10", "0"}));
  EXPECT_EQ(results_of(rule, to_b8(-10, {0xbf800000}, ReluPre::kNormal)), (Results{"0", "10"}));
  const FixpipeElement half{"s322f16", s32(-10), Factor{0xbf800000}.word(), ReluPre::kNormal};
  EXPECT_EQ(results_of(rule, half), (Results{kAnyZeroF16, "0x4900"}));
}

TEST(FixpipeRelu, OfAResultBelowZeroAlphaIsRoundedLast) {
  const auto at_result = [](std::int64_t source, const Factor& factor) {
    return result_of(to_b8(source, factor, ReluPre::kLeaky), {"relu.at=result"});
  };
  EXPECT_EQ(at_result(10, {kOne, -20}), "-5");
  EXPECT_EQ(at_result(7, {kOne, -20}), "-6");  // -6.5
  EXPECT_EQ(at_result(9, {kOne, -20}), "-6");  // -5.5
  EXPECT_EQ(at_result(-200, {kOne, -200}), "-128");
  const FixpipeElement cast = relu("f322f16", 0xbf800800, ReluPre::kLeaky, 0x3f800800);
  EXPECT_EQ(result_of(cast, {"relu.at=result"}), "0xbc00");
  EXPECT_EQ(result_of(cast, {"relu.at=result", "fixpipe.product=exact"}), "0xbc01");
  EXPECT_EQ(result_of({"s322f16", s32(6), Factor{0xbf800000}.word(), ReluPre::kLeaky},
                      {"relu.at=result"}),
            "0xc200");
}

TEST(FixpipeRelu, OfAShiftTheSignMayComeFromWrapping) {
  const auto shift = [](std::int64_t source) {
    return FixpipeElement{"s322s16", s32(source), Factor{kOne, 0, true, 1}.word(),
                          ReluPre::kNormal};
  };
  const auto results = [&](std::int64_t source) {
    return Results{result_of(shift(source), {"shift.to-s16=wraps", "relu.at=scale"}),
                   result_of(shift(source), {"shift.to-s16=wraps", "relu.at=result"})};
  };
  EXPECT_EQ(results(0x18000), (Results{"-16384", "0"}));
  EXPECT_EQ(results(-0x18000), (Results{"0", "16384"}));
  EXPECT_EQ(results(-6), (Results{"0", "0"}));
}

// MCB comes before: its s16 is the start value.
TEST(FixpipeRelu, TheStartIsTheShiftedValue) {
  EXPECT_EQ(
      result_of(to_b8(0x18000, {0x3b000000, 0, true, 1}, ReluPre::kNormal), {"shift.to-s16=wraps"}),
      "0");
}

TEST(FixpipeRelu, AlphasOfIntegersThatAreNotMultipliedGiveAnything) {
  for (const char* pair : {"s322s32", "s322s16"}) {
    EXPECT_EQ(rule_of_result(relu(pair, s32(-5), ReluPre::kLeaky)), "relu.integer-alpha");
    EXPECT_EQ(result_of(relu(pair, s32(-5), ReluPre::kPrelu)), "anything");
    EXPECT_NE(result_of(relu(pair, s32(5), ReluPre::kPrelu)), "anything");
  }
}

TEST(FixpipeRelu, AlphasThatAreNoNormalNumbersGiveAnythingWhereTheyAreUsed) {
  for (const std::uint32_t alpha : {0x7f800000u, 0xffc00000u, 0x00000001u}) {
    for (const ReluPre mode : {ReluPre::kLeaky, ReluPre::kPrelu}) {
      EXPECT_EQ(result_of(relu("f322f32", kMinusOne, mode, alpha)), "anything");
      EXPECT_EQ(rule_of_result(to_b8(-1, {}, mode, alpha)), "fixpipe.parameter-special");
      EXPECT_EQ(result_of(to_b8(1, {}, mode, alpha)), "1");
    }
    EXPECT_EQ(result_of(to_b8(-1, {}, ReluPre::kNormal, alpha)), "0");
  }
  EXPECT_EQ(result_of(to_b8(-1, {kOne, 3}, ReluPre::kLeaky, 0)), "3");
}

TEST(FixpipeRelu, NanAndMinusInfinityTimesZeroAreNanOrZero) {
  const char* rule = "relu.special";  // nan, zero
  for (const ReluPre mode : {ReluPre::kNormal, ReluPre::kLeaky, ReluPre::kPrelu}) {
    EXPECT_EQ(results_of(rule, relu("f322f16", kNan, mode)), (Results{"any NaN", kAnyZeroF16}));
    EXPECT_EQ(results_of(rule, relu("f322f32", kNan, mode)), (Results{"any NaN", kAnyZeroF32}));
    EXPECT_EQ(results_of(rule, {"f322s8", kNan, Factor{kOne, 9}.word(), mode}),
              (Results{"anything", "9"}));
  }
  EXPECT_EQ(results_of(rule, relu("f322f16", kMinusInf, ReluPre::kNormal)),
            (Results{"any NaN", kAnyZeroF16}));
  EXPECT_EQ(result_of(relu("f322f16", kMinusInf, ReluPre::kNormal), {"relu.at=result"}),
            kAnyZeroF16);
  EXPECT_EQ(results_of(rule, relu("f322f16", kMinusInf, ReluPre::kLeaky)),
            (Results{"0xfc00", "0xfc00"}));
  EXPECT_EQ(results_of(rule, relu("f322f16", kMinusInf, ReluPre::kLeaky, 0)),
            (Results{"any NaN", "any NaN"}));
  EXPECT_EQ(results_of(rule, relu("f322f16", kInf, ReluPre::kNormal)),
            (Results{"0x7c00", "0x7c00"}));
}

TEST(FixpipeRelu, OnlyRulesThatTheResultDependsOnMakeWorlds) {
  const auto worlds = [](const FixpipeElement& element) {
    return convert_element(ElementArithmetic(element.mode()), element.input(), {}).size();
  };
  EXPECT_EQ(worlds(to_b8(5, {}, ReluPre::kNormal)), 1u);
  EXPECT_EQ(worlds(to_b8(-5, {}, ReluPre::kNormal)), 1u);
  EXPECT_EQ(worlds({"s322s8", s32(5), Factor{kHalfOf}.word()}), 5u);
  EXPECT_EQ(worlds(to_b8(-10, {kOne, 20}, ReluPre::kNormal)), 2u);
  EXPECT_EQ(worlds(relu("f322f16", kNan, ReluPre::kNormal)), 3u);  // NaN kept or saturated, or 0
}

}  // namespace
}  // namespace vconform::oracle
