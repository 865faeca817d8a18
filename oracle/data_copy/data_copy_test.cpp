#include "oracle/data_copy/data_copy.h"

#include <gtest/gtest.h>

#include "oracle/testing/copy_test_support.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::oracle {
namespace {

using namespace testing;

constexpr std::uint64_t kReluBit = spec::kDeqValueRelu.mask();

CopyElement deq8(std::int64_t source, const Factor& factor) {
  return {"deq8_s322s8", s32(source), factor.word()};
}

CopyElement with_relu(CopyElement element) {
  element.relu = true;
  return element;
}

std::string rule_of_result(const CopyElement& element) {
  return slug(copy_expectation(element, all_pinned()).rule);
}

RuleSet cited_by(const CopyElement& element) {
  return copy_expectation(element, all_pinned()).cited;
}

TEST(DataCopy, PlainPathsMoveBits) {
  EXPECT_EQ(copy_result({"gm_vecin_f64", 0x7ff0000000000001}), "0x7ff0000000000001");
  EXPECT_EQ(copy_result({"co1_co2_f322f32", 0x7f800001}), "0x7f800001");
  EXPECT_EQ(copy_result({"co1_co2_f162f16", 0x8001}, {"subnormal.inputs=flushed"}), "0x8001");
  EXPECT_EQ(rule_of_result({"vecout_gm_s8", 0xff}), "copy.plain");
  // isRelu has no effect there.
  EXPECT_EQ(copy_result(with_relu({"gm_vecin_s32", s32(-5)})), "-5");
}

TEST(DataCopy, ReluWithoutQuantisation) {
  const auto relu = [](const char* name, std::uint64_t source) {
    return copy_result(with_relu({name, source}));
  };
  EXPECT_EQ(relu("relu_s322s32", s32(-5)), "0");
  EXPECT_EQ(relu("relu_s322s32", s32(5)), "5");
  EXPECT_EQ(relu("relu_f322f32", 0xbf800000), "0x0|0x80000000");
  EXPECT_EQ(relu("relu_f322f32", 0xff800000), "0x0|0x80000000");
  EXPECT_EQ(relu("relu_f322f32", 0x80000000), "0x0|0x80000000");
  EXPECT_EQ(relu("relu_f322f32", 0), "0x0");
  EXPECT_EQ(relu("relu_f322f32", 0x3f800000), "0x3f800000");
  EXPECT_EQ(relu("relu_f322f32", kNan), "anything");
  EXPECT_EQ(relu("relu_f162f16", 0xbc00), kAnyZeroF16);
  EXPECT_EQ(relu("relu_f162f16", 0x7c00), "0x7c00");
  EXPECT_EQ(relu("relu_f322f16", 0xbf800000), kAnyZeroF16);
  EXPECT_EQ(relu("relu_f322f16", 0x3f801001), "0x3c01");
  EXPECT_EQ(rule_of_result(with_relu({"relu_s322s32", s32(-5)})), "copy.relu-flag");
}

TEST(DataCopy, FloatToHalfIsRoundedToNearest) {
  const auto half = [](std::uint64_t source) { return CopyElement{"co1_co2_f322f16", source}; };
  EXPECT_EQ(copy_result(half(0x3f801000)), "0x3c00");
  EXPECT_EQ(copy_result(half(0x3f803000)), "0x3c02");
  EXPECT_EQ(copy_result(half(0x80000000)), kAnyZeroF16);
  EXPECT_EQ(copy_result(half(kNan)), "anything");
  EXPECT_EQ(copy_results("copy.half-overflow", half(0xc77ff000)), (Results{"0xfbff", "0xfc00"}));
  EXPECT_EQ(copy_results("copy.half-overflow", half(kInf)), (Results{"0x7bff", "0x7c00"}));
  EXPECT_EQ(copy_result(half(0x477fefff)), "0x7bff");
  EXPECT_EQ(copy_results("subnormal.results", half(0x34400000)), (Results{"0x3", kAnyZeroF16}));
}

TEST(DataCopy, DeqMultipliesByAHalf) {
  const char* rule = "copy.deq16-precision";  // f32-chain, exact, f16-product, f16-scaled
  const auto deq = [](std::int64_t source, std::uint64_t scale) {
    return CopyElement{"deq_s322f16", s32(source), scale};
  };
  const auto first_two = [&](const CopyElement& element) {
    Results results = copy_results(rule, element);
    results.resize(2);
    return results;
  };
  EXPECT_EQ(first_two(deq(-2968039, 0x15d5)), (Results{"0xec20", "0xec21"}));
  EXPECT_EQ(first_two(deq(237586, 0x2f1c)), (Results{"0x7672", "0x7671"}));
  EXPECT_EQ(first_two(deq(492964, 0x249c)), (Results{"0x7056", "0x7055"}));
  EXPECT_EQ(copy_results(rule, deq(13036, 0x0c7e)),
            (Results{"0x4326", "0x4326", "0x4327", "0x4328"}));
  // The s32 alone overflows an f16: MAX / 2, or inf.
  const auto product = [&](std::string_view overflow) {
    return copy_result(deq(100000, 0x3800), {"copy.deq16-precision=f16-product", overflow});
  };
  EXPECT_EQ(product("copy.half-overflow=saturates"), "0x77ff");
  EXPECT_EQ(product("copy.half-overflow=inf"), "0x7c00");
  EXPECT_EQ(copy_result(deq(100000, 0x3800)), "0x7a1a");  // 50000: a tie of 49984 and 50016
  EXPECT_EQ(copy_results("copy.half-overflow", deq(100000, 0x3c00)), (Results{"0x7bff", "0x7c00"}));
  // inf times 0.
  EXPECT_EQ(
      copy_result(deq(100000, 0), {"copy.deq16-precision=f16-product", "copy.half-overflow=inf"}),
      "anything");
  EXPECT_EQ(copy_results("subnormal.results", deq(3, 0x0001)), (Results{"0x3", kAnyZeroF16}));
  EXPECT_EQ(copy_result(deq(-5, 0)), kAnyZeroF16);
  EXPECT_EQ(copy_result(deq(5, 0x7c00)), "anything");
  EXPECT_EQ(rule_of_result(deq(5, 0x7e00)), "copy.scale-special");
  EXPECT_EQ(copy_result(with_relu(deq(-5, 0x3c00))), kAnyZeroF16);
  EXPECT_EQ(copy_result(with_relu(deq(5, 0x3c00))), "0x4500");
  // Bits above the half are ignored, bit 47 among them.
  EXPECT_EQ(copy_result(deq(-5, kReluBit | 0x3c00)), "0xc500");
  EXPECT_TRUE(cites(cited_by(deq(-5, kReluBit | 0x3c00)), "copy.reserved-bits-ignored"));
}

TEST(DataCopy, DeqOfAHalfRoundsTheProductOnce) {
  const auto deq = [](std::uint64_t source, std::uint64_t scale) {
    return CopyElement{"deq_f162f16", source, scale};
  };
  EXPECT_EQ(copy_result(deq(0x4200, 0x3800)), "0x3e00");
  EXPECT_EQ(copy_result(deq(0x3c01, 0x3c01)), "0x3c02");  // 1 + 2^-9 + 2^-20
  EXPECT_EQ(copy_results("copy.half-overflow", deq(0x7bff, 0x4000)), (Results{"0x7bff", "0x7c00"}));
  EXPECT_EQ(copy_results("copy.half-overflow", deq(0xfc00, 0x3c00)), (Results{"0xfbff", "0xfc00"}));
  EXPECT_EQ(copy_result(deq(0x7c00, 0x0000)), "anything");
  EXPECT_EQ(copy_result(deq(0x7e00, 0x3c00)), "anything");
  EXPECT_EQ(rule_of_result(deq(0x7e00, 0x3c00)), "copy.nan");
  EXPECT_EQ(copy_results("subnormal.inputs", deq(0x0003, 0x6400)), (Results{"0xa00", kAnyZeroF16}));
  EXPECT_EQ(copy_result(with_relu(deq(0xc200, 0x3800))), kAnyZeroF16);
}

TEST(DataCopy, ScalesAreTakenAsTheReadingSays) {
  const char* rule = "copy.scale-bits";  // f32, truncate
  EXPECT_EQ(copy_results(rule, deq8(18696, {0x3bb5789d})), (Results{"104", "103"}));
  EXPECT_EQ(copy_results(rule, deq8(2455, {0x3d15525d})), (Results{"89", "89"}));
  EXPECT_EQ(copy_results(rule, deq8(32420, {0x3b26ce84})), (Results{"83", "82"}));
}

TEST(DataCopy, TheChainOfAnS9) {
  EXPECT_EQ(copy_results("copy.product", deq8(12667, {0x3bb66000})), (Results{"70", "71"}));
  EXPECT_EQ(copy_results("copy.product", deq8(27375, {0x3b81e000})), (Results{"108", "109"}));
  const char* rounding = "copy.s9-rounding";  // r, a, z, f, c
  EXPECT_EQ(copy_results(rounding, deq8(5, {kHalfOf, 1})), (Results{"3", "4", "3", "3", "4"}));
  EXPECT_EQ(copy_results(rounding, deq8(-3, {kHalfOf, 1})), (Results{"-1", "-1", "0", "-1", "0"}));
  EXPECT_EQ(copy_results("copy.s9-clamp", deq8(1000, {kOne, -200, false})), (Results{"55", "255"}));
  EXPECT_EQ(copy_results("copy.offset-sign", deq8(10, {kOne, 0x1ff, false})),
            (Results{"9", "255"}));
  EXPECT_EQ(copy_results("copy.offset-order", deq8(5, {kHalfOf, 1})), (Results{"3", "4"}));
  EXPECT_EQ(copy_results("copy.add", deq8(255, {kOne, 255})), (Results{"127", "-2"}));
  EXPECT_EQ(copy_results("copy.add", deq8(-256, {kOne, -256})), (Results{"-128", "0"}));
  // A subnormal M is a number: 2^-149 * 2^30, rounded up.
  EXPECT_EQ(copy_result(deq8(1 << 30, {0x00000001}), {"copy.s9-rounding=c"}), "1");
  EXPECT_EQ(
      copy_result(deq8(1 << 30, {0x00000001}), {"copy.s9-rounding=c", "copy.scale-bits=truncate"}),
      "0");
  EXPECT_EQ(copy_result(deq8(1, {0x7f800000})), "anything");
  EXPECT_EQ(rule_of_result(deq8(1, {0xff800001})), "copy.scale-special");
}

// M = 1.0f, sign 1 (data_copy_enhanced).
TEST(DataCopy, ThePublishedDeqValueCopiesInRangeValuesUnchanged) {
  for (int value = -128; value < 128; ++value) {
    EXPECT_EQ(copy_result({"deq8_s322s8", s32(value), 70369809530880}), std::to_string(value));
  }
}

TEST(DataCopy, McbShiftsFirst) {
  EXPECT_EQ(copy_results("copy.shift-rounding", deq8(5, {kOne, 0, true, 1})), (Results{"2", "3"}));
  EXPECT_EQ(copy_results("copy.shift-to-s16", deq8(0x18000, {0x3b000000, 0, true, 1})),
            (Results{"64", "-32"}));
  EXPECT_TRUE(cites(cited_by(deq8(5, {kOne, 0, true, 1})), "copy.mcb"));
  const CopyElement half{"deq16_s322f16", s32(8), Factor{kOne, 0, true, 2}.word()};
  EXPECT_EQ(copy_results("copy.mcb-deq16-half", half), (Results{"0x4000", "0x4800"}));
}

TEST(DataCopy, Deq16ToHalfGoesByF32OrAtOnce) {
  const CopyElement element{"deq16_s322f16", s32(16785409), Factor{0x3a800000}.word()};
  EXPECT_EQ(copy_results("copy.deqf16", element), (Results{"0x7400", "0x7401"}));
  const CopyElement large{"deq16_s322f16", s32(-70000), Factor{kOne}.word()};
  EXPECT_EQ(copy_results("copy.half-overflow", large), (Results{"0xfbff", "0xfc00"}));
  EXPECT_EQ(copy_result(with_relu(large)), kAnyZeroF16);
}

TEST(DataCopy, Deq16ToS16ShiftsWhateverMAndMcbAre) {
  for (const std::uint64_t mcb : {0u, 1u}) {
    const std::uint64_t word = spec::kDeqValueMcb.put(Factor{0x7fc00000, 0, true, 3}.word(), mcb);
    const auto shift = [word](std::int64_t source) {
      return CopyElement{"deq16_s322s16", s32(source), word};
    };
    EXPECT_EQ(copy_result(shift(-9)), "-2");
    EXPECT_EQ(copy_results("copy.shift-rounding", shift(-4)), (Results{"-1", "0"}));
    EXPECT_EQ(copy_results("copy.shift-to-s16", shift(0x40000)), (Results{"32767", "-32768"}));
    EXPECT_EQ(copy_result(with_relu(shift(-9))), "0");
    EXPECT_EQ(rule_of_result(shift(-16)), "copy.deq16-shift");
  }
}

TEST(DataCopy, ReluIsAppliedLastOrBeforeTheOffset) {
  const auto relu = [](std::int64_t source, const Factor& factor) {
    return with_relu(deq8(source, factor));
  };
  const char* rule = "copy.relu-order";  // final, before-offset
  EXPECT_EQ(copy_results(rule, relu(100, {kOne, -128})), (Results{"0", "-28"}));
  EXPECT_EQ(copy_results(rule, relu(-100, {kOne, 50})), (Results{"0", "50"}));
  EXPECT_EQ(copy_results(rule, relu(-100, {kOne, -50})), (Results{"0", "-50"}));
  EXPECT_EQ(copy_results(rule, relu(100, {kOne, 20})), (Results{"120", "120"}));
  // Under before-rounding the product is limited: max(-1.5, 0) + 1.
  EXPECT_EQ(copy_result(relu(-3, {kHalfOf, 1}),
                        {"copy.relu-order=before-offset", "copy.offset-order=before-rounding"}),
            "1");
}

TEST(DataCopy, IsReluOrBit47OfADeqValueAsksForRelu) {
  for (const char* name : {"deq8_s322s8", "deq16_s322s16", "deq16_s322f16"}) {
    const std::uint64_t word = Factor{kOne, 0, true, 1}.word();
    const std::string zero = std::string(name).ends_with("f16") ? kAnyZeroF16 : "0";
    EXPECT_EQ(copy_result({name, s32(-6), word | kReluBit}), zero);
    EXPECT_EQ(copy_result(with_relu({name, s32(-6), word})), zero);
    EXPECT_NE(copy_result({name, s32(-6), word}), zero);
  }
  // With a vector, only isRelu switches ReLU on.
  for (const char* name : {"vdeq8_s322s8", "vdeq16_s322s16"}) {
    const std::uint64_t word = Factor{kOne, 0, true, 1}.word() | kReluBit;
    EXPECT_EQ(copy_result({name, s32(-6), word}), "-3");
    EXPECT_EQ(copy_result(with_relu({name, s32(-6), word})), "0");
  }
}

TEST(DataCopy, Bit46SaysWhichB8Results) {
  const CopyElement to_u8{"deq8_s322u8", s32(-5), Factor{kOne}.word()};
  EXPECT_EQ(copy_result(to_u8), "-5");
  EXPECT_TRUE(cites(cited_by(to_u8), "copy.sign-bit-decides"));
  EXPECT_EQ(copy_result({"deq8_s322s8", s32(-5), Factor{kOne, 0, false}.word()}), "0");
  EXPECT_FALSE(
      cites(cited_by({"deq8_s322u8", s32(5), Factor{kOne}.word()}), "copy.sign-bit-decides"));
}

}  // namespace
}  // namespace vconform::oracle
