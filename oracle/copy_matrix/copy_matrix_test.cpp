#include "oracle/copy_matrix/copy_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "oracle/testing/copy_test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::ReluPre;

TEST(Fixpipe, WithoutQuantisationAndReluTheBitsStayAsTheyAre) {
  for (const std::uint64_t bits :
       {0x3f800001u, 0x80000000u, 0x00000001u, 0x7f800000u, 0xff800000u}) {
    const std::string same = fmt::format("{:#x}", bits);
    EXPECT_EQ(result_of({"f322f32", bits}, {"subnormal.inputs=flushed"}), same);
  }
  EXPECT_EQ(result_of({"f322f32", 0x7f800001}), "any NaN");
  EXPECT_EQ(result_of({"s322s32", s32(-2147483648)}), "-2147483648");
}

TEST(Fixpipe, HalfResultsAreRoundedToNearestTiesToEven) {
  EXPECT_EQ(result_of({"f322f16", 0x3f801000}), "0x3c00");  // 1 + 2^-11
  EXPECT_EQ(result_of({"f322f16", 0x3f801001}), "0x3c01");
  EXPECT_EQ(result_of({"f322f16", 0x3f803000}), "0x3c02");  // 1 + 3 * 2^-11
  EXPECT_EQ(result_of({"f322bf16", 0x3f808000}), "0x3f80");
  EXPECT_EQ(result_of({"f322bf16", 0x3f818000}), "0x3f82");
  EXPECT_EQ(result_of({"f322f16", 0x80000000}), kAnyZeroF16);
  EXPECT_TRUE(cites(cited_by({"f322f16", 0x80000000}), "fixpipe.zero-sign"));
}

TEST(Fixpipe, HalfResultsOverflowAsCtrl48Says) {
  const auto results = [](const char* pair, std::uint64_t source) {
    Results all;
    for (const std::uint64_t ctrl : {std::uint64_t{0}, kKeepInf}) {
      all.push_back(result_of({pair, source, 0, ReluPre::kNone, 0, ctrl}));
    }
    all.push_back(result_of({pair, source}, {"fixpipe.ctrl48=always-saturates"}));
    return all;
  };
  EXPECT_EQ(results("f322f16", 0x477ff000), (Results{"0x7bff", "0x7c00", "0x7bff"}));  // 65520
  EXPECT_EQ(results("f322f16", 0x477fefff), (Results{"0x7bff", "0x7bff", "0x7bff"}));
  EXPECT_EQ(results("f322bf16", 0xff7fffff), (Results{"0xff7f", "0xff80", "0xff7f"}));
  EXPECT_EQ(results("f322f16", kMinusInf), (Results{"0xfbff", "0xfc00", "0xfbff"}));
  EXPECT_EQ(results("f322f16", kNan), (Results{kAnyZeroF16, "any NaN", kAnyZeroF16}));
}

TEST(Fixpipe, SubnormalsAreKeptOrFlushed) {
  EXPECT_EQ(results_of("subnormal.results", {"f322f16", 0x34400000}),  // 3 * 2^-24
            (Results{"0x3", kAnyZeroF16}));
  EXPECT_EQ(results_of("subnormal.inputs", {"f322bf16", 0x00010000}),
            (Results{"0x1", kAnyZeroF16}));
  // The smallest f32 rounds up to 1 under c, and 0 does not.
  const FixpipeElement tiny{"f322s8", 0x00000001, Factor{kOne}.word()};
  EXPECT_EQ(result_of(tiny, {"fixpipe.s9-rounding=c"}), "1");
  EXPECT_EQ(result_of(tiny, {"fixpipe.s9-rounding=c", "subnormal.inputs=flushed"}), "0");
}

FixpipeElement to_b8(std::int64_t source, const Factor& factor) {
  return {"s322s8", s32(source), factor.word()};
}

TEST(Fixpipe, ScalesAreTakenAsTheReadingSays) {
  const char* rule = "fixpipe.scale-bits";  // truncate, nearest, f32
  EXPECT_EQ(results_of(rule, to_b8(18696, {0x3bb5789d})), (Results{"103", "104", "104"}));
  EXPECT_EQ(results_of(rule, to_b8(2455, {0x3d15525d})), (Results{"89", "90", "89"}));
  EXPECT_EQ(results_of(rule, to_b8(32420, {0x3b26ce84})), (Results{"82", "82", "83"}));
}

TEST(Fixpipe, TheProductIsAnF32OrExact) {
  const char* rule = "fixpipe.product";  // f32, exact
  EXPECT_EQ(results_of(rule, to_b8(12667, {0x3bb66000})), (Results{"70", "71"}));
  EXPECT_EQ(results_of(rule, to_b8(15035, {0x3bb1a000})), (Results{"82", "81"}));
  EXPECT_EQ(results_of(rule, to_b8(29607, {0x3c02e000, 0, false})), (Results{"236", "237"}));
  // -(1 + 2^-12)^2: as an f32 a tie of f16, exactly beyond it.
  const FixpipeElement cast{"f322f16", 0xbf800800, 0, ReluPre::kLeaky, 0x3f800800};
  EXPECT_EQ(results_of(rule, cast), (Results{"0xbc00", "0xbc01"}));
}

// The source becomes an f32 in any case: 2^24 + 1 times 2^-18 is 64.000004.
TEST(Fixpipe, AnS32BecomesAnF32First) {
  const FixpipeElement element = to_b8(16777217, {0x36800000});
  EXPECT_EQ(result_of(element, {"fixpipe.s9-rounding=c", "fixpipe.product=exact"}), "64");
}

TEST(Fixpipe, TheProductIsRoundedAsTheReadingSays) {
  const char* rule = "fixpipe.s9-rounding";  // r, a, z, f, c
  EXPECT_EQ(results_of(rule, to_b8(3, {kHalfOf, 1})), (Results{"3", "3", "2", "2", "3"}));
  EXPECT_EQ(results_of(rule, to_b8(5, {kHalfOf, 1})), (Results{"3", "4", "3", "3", "4"}));
  EXPECT_EQ(results_of(rule, to_b8(-3, {kHalfOf, 1})), (Results{"-1", "-1", "0", "-1", "0"}));
  EXPECT_EQ(results_of(rule, to_b8(-5, {kHalfOf, 1})), (Results{"-1", "-2", "-1", "-2", "-1"}));
}

TEST(Fixpipe, TheS9ClampsOrNot) {
  EXPECT_EQ(results_of("fixpipe.s9-clamp", to_b8(1000, {kOne, -200, false})),
            (Results{"55", "255"}));
}

TEST(Fixpipe, TheOffsetIsSignedOrNot) {
  EXPECT_EQ(results_of("fixpipe.offset-sign", to_b8(10, {kOne, 0x1ff, false})),
            (Results{"9", "255"}));
}

TEST(Fixpipe, TheOffsetIsAddedAfterOrBeforeTheRounding) {
  const char* rule = "fixpipe.offset-order";
  EXPECT_EQ(results_of(rule, to_b8(3, {kHalfOf, 1})), (Results{"3", "2"}));
  EXPECT_EQ(results_of(rule, to_b8(5, {kHalfOf, 1})), (Results{"3", "4"}));
  EXPECT_EQ(results_of(rule, to_b8(-3, {kHalfOf, 1})), (Results{"-1", "0"}));
  EXPECT_EQ(results_of(rule, to_b8(-5, {kHalfOf, 1})), (Results{"-1", "-2"}));
  // Clamp and add do not affect this reading: 1000 - 200 is 800, and 255 + 255 is 510.
  EXPECT_EQ(result_of(to_b8(1000, {kOne, -200, false}), {"fixpipe.offset-order=before-rounding"}),
            "255");
  EXPECT_EQ(result_of(to_b8(255, {kOne, 255, false}),
                      {"fixpipe.offset-order=before-rounding", "fixpipe.add=wrap9"}),
            "255");
}

TEST(Fixpipe, TheSumKeepsItsBitsOrWraps) {
  const char* rule = "fixpipe.add";
  EXPECT_EQ(results_of(rule, to_b8(255, {kOne, 255})), (Results{"127", "-2"}));
  EXPECT_EQ(results_of(rule, to_b8(255, {kOne, 255, false})), (Results{"255", "0"}));
  EXPECT_EQ(results_of(rule, to_b8(-256, {kOne, -256})), (Results{"-128", "0"}));
}

FixpipeElement to_b4(std::int64_t source, std::uint32_t scale, int offset) {
  std::uint64_t word = Factor{scale}.word();
  word = spec::kQuantOffsetB4.put(word, static_cast<std::uint64_t>(offset));
  return {"s322s4", s32(source), word};
}

TEST(Fixpipe, AB4HasFiveBitsOnItsWay) {
  EXPECT_EQ(result_of(to_b4(3, kHalfOf, 1)), "3");
  EXPECT_EQ(result_of(to_b4(9, kOne, 0)), "7");
  EXPECT_EQ(result_of(to_b4(-9, kOne, 0)), "-8");
  EXPECT_EQ(results_of("fixpipe.s9-clamp", to_b4(20, kOne, -10)), (Results{"5", "7"}));
  EXPECT_EQ(results_of("fixpipe.s9-clamp", to_b4(-20, kOne, 10)), (Results{"-6", "-8"}));
  EXPECT_EQ(results_of("fixpipe.offset-sign", to_b4(3, kOne, 0x1f)), (Results{"2", "7"}));
  EXPECT_EQ(results_of("fixpipe.add", to_b4(15, kOne, 15)), (Results{"7", "-2"}));
  EXPECT_EQ(results_of("fixpipe.add", to_b4(-16, kOne, -16)), (Results{"-8", "0"}));
  // Bits 42 to 46 belong neither to the offset nor to the sign of a b4.
  FixpipeElement reserved = to_b4(3, kOne, 1);
  reserved.word |= std::uint64_t{0x1f} << 42;
  EXPECT_EQ(result_of(reserved), "4");
  EXPECT_TRUE(cites(cited_by(reserved), "fixpipe.reserved-bits-ignored"));
  EXPECT_EQ(result_of({"f322s4", 0x40b00000, Factor{kOne}.word()}), "6");  // 5.5
}

TEST(Fixpipe, Bit46SaysWhichB8Results) {
  const FixpipeElement to_u8{"f322u8", 0xc0a00000, Factor{kOne}.word()};  // -5
  EXPECT_EQ(result_of(to_u8), "-5");
  EXPECT_TRUE(cites(cited_by(to_u8), "fixpipe.sign-bit-decides"));
  const FixpipeElement same{"f322u8", 0x40a00000, Factor{kOne}.word()};
  EXPECT_FALSE(cites(cited_by(same), "fixpipe.sign-bit-decides"));
  EXPECT_EQ(result_of({"f322s8", 0xc0a00000, Factor{kOne, 0, false}.word()}), "0");
}

TEST(Fixpipe, InfinitiesSaturateAndNanGivesAnything) {
  const auto from_f32 = [](std::uint64_t source, const Factor& factor) {
    return FixpipeElement{"f322s8", source, factor.word()};
  };
  EXPECT_EQ(result_of(from_f32(kInf, {})), "127");
  EXPECT_EQ(result_of(from_f32(kMinusInf, {})), "-128");
  EXPECT_EQ(results_of("fixpipe.s9-clamp", from_f32(kInf, {kOne, -200, false})),
            (Results{"55", "255"}));
  EXPECT_EQ(
      result_of(from_f32(kInf, {kOne, 1, false}), {"fixpipe.s9-clamp=none", "fixpipe.add=wrap9"}),
      "255");
  // A finite product beyond f32: 2^127 * 2^127.
  EXPECT_EQ(results_of("fixpipe.product", from_f32(0x7f000000, {0x7f000000})),
            (Results{"127", "127"}));
  EXPECT_EQ(rule_of_result(from_f32(kNan, {})), "fixpipe.nan-source");
  EXPECT_EQ(result_of(from_f32(kNan, {})), "anything");
  EXPECT_EQ(result_of(from_f32(kInf, {0})), "anything");
}

TEST(Fixpipe, ScalesThatAreNoNormalNumbersGiveAnything) {
  for (const std::uint32_t scale : {0x7f800000u, 0xffc00000u, 0x00000001u, 0x807fffffu}) {
    EXPECT_EQ(rule_of_result(to_b8(0, {scale})), "fixpipe.parameter-special");
    EXPECT_EQ(result_of({"s322f16", 0, Factor{scale}.word()}), "anything");
    EXPECT_EQ(result_of({"s322s4", 0, Factor{scale}.word()}), "anything");
    EXPECT_EQ(result_of({"s322s16", s32(4), Factor{scale}.word()}), "2");  // no M1
  }
  EXPECT_EQ(result_of(to_b8(77, {0, 5})), "5");
  EXPECT_EQ(result_of(to_b8(77, {0x80000000, 5})), "5");
}

TEST(Fixpipe, McbShiftsFirst) {
  EXPECT_EQ(results_of("shift.rounding", to_b8(5, {kOne, 0, true, 1})), (Results{"2", "3"}));
  EXPECT_EQ(results_of("shift.rounding", to_b8(-5, {kOne, 0, true, 1})), (Results{"-3", "-2"}));
  EXPECT_EQ(results_of("shift.rounding", to_b8(-6, {kOne, 0, true, 2})), (Results{"-2", "-1"}));
  // 0x18000 >> 1 is 49152; times 2^-9 it is 96, or from 32767 or -16384 it is 64 or -32.
  EXPECT_EQ(results_of("shift.to-s16", to_b8(0x18000, {0x3b000000, 0, true, 1})),
            (Results{"64", "-32"}));
  EXPECT_TRUE(cites(cited_by(to_b8(8, {kOne, 0, true, 16})), "fixpipe.mcb"));
  // 64.0: the MCB and N of an f32 source are ignored.
  const FixpipeElement f32{"f322s8", 0x42800000, Factor{kOne, 0, true, 1}.word()};
  EXPECT_EQ(result_of(f32), "64");
  EXPECT_TRUE(cites(cited_by(f32), "fixpipe.mcb"));
  EXPECT_FALSE(cites(cited_by({"f322s8", 0x42800000, Factor{}.word()}), "fixpipe.mcb"));
  // Half of the last bit is added before anything is dropped: (2^31 - 1 + 2^15) >> 16 is 2^15.
  EXPECT_EQ(result_of({"s322s16", s32(2147483647), Factor{0, 0, true, 16}.word()},
                      {"shift.rounding=nearest", "shift.to-s16=wraps"}),
            "-32768");
}

TEST(Fixpipe, ShiftsDoNotAskMcb) {
  for (const bool mcb : {false, true}) {
    const std::uint64_t word = spec::kQuantMcb.put(Factor{kOne, 0, true, 3}.word(), mcb ? 1 : 0);
    EXPECT_EQ(result_of({"s322s16", s32(-9), word}), "-2");
    EXPECT_EQ(result_of({"s322s16", s32(0x40000), word}, {"shift.to-s16=wraps"}), "-32768");
    EXPECT_EQ(result_of({"s322s16", s32(0x40000), word}), "32767");
  }
}

TEST(Fixpipe, AnS32BecomesAHalfByWayOfF32OrAtOnce) {
  EXPECT_EQ(result_of({"s322f16", s32(-3), Factor{kHalfOf}.word()}), "0xbe00");
  // 16392 * 2^10 + 1: rounded to an f32 and times 2^-10 it is a tie of f16.
  const FixpipeElement element{"s322f16", s32(16785409), Factor{0x3a800000}.word()};
  EXPECT_EQ(results_of("fixpipe.deqf16", element), (Results{"0x7400", "0x7401"}));
  EXPECT_EQ(rule_of_result(element), "fixpipe.deqf16");
  EXPECT_EQ(result_of({"s322f16", s32(70000), Factor{kOne}.word()}), "0x7c00");
  EXPECT_EQ(result_of({"s322f16", s32(7), Factor{kOne, 0, true, 1}.word()}), "0x4200");
}

TEST(Fixpipe, QuantPreZeroComputesOrCopiesLowBits) {
  FixpipeElement narrow = to_b8(0x12345678, {kOne});
  narrow.quantpre_is_zero = true;
  narrow.relu = ReluPre::kNormal;
  EXPECT_EQ(results_of("fixpipe.quantpre-zero", narrow), (Results{"127", "120"}));
  FixpipeElement half{"f322f16", 0xbf801234};
  half.quantpre_is_zero = true;
  EXPECT_EQ(results_of("fixpipe.quantpre-zero", half), (Results{"0xbc01", "0x1234"}));
  EXPECT_EQ(rule_of_result(half), "fixpipe.quantpre-zero");
}

// The chain of the defaults in the host's arithmetic, which rounds to nearest, ties to even.
int by_host(std::int32_t source, float scale, int offset, int narrow_bits, int low, int high) {
  const int limit = 1 << (narrow_bits - 1);
  const float product = static_cast<float>(source) * scale;
  const double narrow = std::clamp(std::nearbyint(static_cast<double>(product)),
                                   static_cast<double>(-limit), static_cast<double>(limit - 1));
  return std::clamp(static_cast<int>(narrow) + offset, low, high);
}

TEST(Fixpipe, RandomProductsAgreeWithTheHost) {
  std::uint64_t state = 1;
  const auto draw = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 32);
  };
  for (int i = 0; i < 4000; ++i) {
    const auto source = static_cast<std::int32_t>(draw()) >> (draw() % 31);
    const std::uint32_t scale = ((96 + draw() % 34) << 23 | (draw() & 0x7fe000)) | draw() << 31;
    const int offset = static_cast<int>(draw() % 512) - 256;
    const auto factor = std::bit_cast<float>(scale);
    EXPECT_EQ(result_of(to_b8(source, {scale, offset})),
              std::to_string(by_host(source, factor, offset, 9, -128, 127)));
    EXPECT_EQ(result_of(to_b8(source, {scale, offset, false})),
              std::to_string(by_host(source, factor, offset, 9, 0, 255)));
    EXPECT_EQ(result_of(to_b4(source, scale, offset / 16)),
              std::to_string(by_host(source, factor, offset / 16, 5, -8, 7)));
  }
}

}  // namespace
}  // namespace vconform::oracle
