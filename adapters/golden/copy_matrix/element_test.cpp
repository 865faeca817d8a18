// Tests of values of copy_matrix, computed with pencil and paper.
#include "adapters/golden/copy_matrix/element.h"

#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_copy.h"

namespace vconform::adapters::golden {
namespace {

using Patterns = std::vector<std::uint64_t>;

constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
constexpr std::uint64_t kSigned = std::uint64_t{1} << 46;
constexpr std::uint64_t kHalfScale = 0x3f000000;
constexpr std::uint64_t kNan = 0x7fc00000;
constexpr std::uint64_t kInf = 0x7f800000;
constexpr std::uint64_t kMinusInf = 0xff800000;

std::uint64_t s32(std::int32_t number) {
  return static_cast<std::uint32_t>(number);
}

Patterns results(const OneRow& row, const std::string& choice = "") {
  const auto backend = open_backend(choice.empty() ? "golden" : "golden:" + choice);
  return copied_results(*backend, one_row(row), row.row.size());
}

TEST(GoldenFixpipe, CastsRoundToNearestEven) {
  EXPECT_EQ(results({"cbuf_f322f16", {0x3f800000, 0x3f801000, 0x3f803000, 0x477ff000, kNan}}),
            (Patterns{0x3c00, 0x3c00, 0x3c02, 0x7bff, 0}));
  EXPECT_EQ(results({"gm_f322bf16", {0x3f808000, 0x3f818000, kMinusInf}}),
            (Patterns{0x3f80, 0x3f82, 0xff7f}));
}

TEST(GoldenFixpipe, Ctrl48KeepsInfinitiesUnlessAlwaysSaturating) {
  const OneRow row = {.name = "gm_f322f16", .row = {0x477ff000, kMinusInf}, .ctrl = kKeep};
  EXPECT_EQ(results(row), (Patterns{0x7c00, 0xfc00}));
  EXPECT_EQ(results(row, "fixpipe.ctrl48=always-saturates"), (Patterns{0x7bff, 0xfbff}));
}

TEST(GoldenFixpipe, HalvesAreProductsOfTheShiftedSource) {
  EXPECT_EQ(results({"cbuf_s322f16", {3, s32(-3)}, kHalfScale}), (Patterns{0x3e00, 0xbe00}));
  // 13 >> 2 is 3, -13 >> 2 is -4.
  EXPECT_EQ(results({"cbuf_s322f16", {13, s32(-13)}, with_shift(kHalfScale, 2)}),
            (Patterns{0x3e00, 0xc000}));
}

// 16785409 * 2^-12 is 4098 and a bit; as an f32 the source is 16785408, and 4098 is a tie.
TEST(GoldenFixpipe, HalvesAreRoundedByTheWayOrOnce) {
  const OneRow row = {"gm_s322f16", {16785409}, 0x39800000};
  EXPECT_EQ(results(row), Patterns{0x6c00});
  EXPECT_EQ(results(row, "fixpipe.deqf16=exact"), Patterns{0x6c01});
}

TEST(GoldenFixpipe, ShiftsAreArithmetic) {
  const OneRow row = {"gm_s322s16", {7, s32(-7), 0x7fffffff}, 0};
  EXPECT_EQ(results(row), (Patterns{3, 0xfffc, 0x7fff}));
  EXPECT_EQ(results(row, "shift.rounding=nearest"), (Patterns{4, 0xfffd, 0x7fff}));
  EXPECT_EQ(results(row, "shift.to-s16=wraps"), (Patterns{3, 0xfffc, 0xffff}));
  EXPECT_EQ(results({"gm_s322s16", {0x7fffffff}, std::uint64_t{15} << 32}), Patterns{0x7fff});
  EXPECT_EQ(results({"gm_s322s16", {0x10000}, std::uint64_t{15} << 32}), Patterns{1});
}

TEST(GoldenFixpipe, B8IsTheRoundedProductPlusTheOffset) {
  EXPECT_EQ(results({"cbuf_s322s8", {100, 127, s32(-200)}, with_offset(kSignedOne, 5)}),
            (Patterns{105, 127, 0x80}));
  EXPECT_EQ(results({"cbuf_s322s8", {200, s32(-1)}, kScaleOne}), (Patterns{200, 0}))
      << "bit 46 decides, not the type";
  // 2.5 and 3.5.
  EXPECT_EQ(results({"gm_f322u8", {0x40200000, 0x40600000}, kScaleOne}), (Patterns{2, 4}));
  EXPECT_EQ(results({"gm_f322u8", {0x40200000, 0x40600000}, kScaleOne}, "fixpipe.s9-rounding=a"),
            (Patterns{3, 4}));
}

TEST(GoldenFixpipe, TheProductSaturatesToAnS9) {
  const OneRow row = {"gm_f322u8", {0x447a0000, kInf}, with_offset(kScaleOne, -200)};
  EXPECT_EQ(results(row), (Patterns{55, 55}));
  EXPECT_EQ(results(row, "fixpipe.s9-clamp=none"), (Patterns{255, 255}));
}

TEST(GoldenFixpipe, TheOffsetIsSigned) {
  const OneRow row = {"gm_s322u8", {10}, with_offset(kScaleOne, 0x1ff)};
  EXPECT_EQ(results(row), Patterns{9});
  EXPECT_EQ(results(row, "fixpipe.offset-sign=unsigned"), Patterns{255});
  const OneRow sum = {"gm_s322u8", {255}, with_offset(kScaleOne, 255)};
  EXPECT_EQ(results(sum), Patterns{255});
  EXPECT_EQ(results(sum, "fixpipe.add=wrap9"), Patterns{0});
  // 1.5 + 1 is 2.5, a tie that rounds to 2; 1.5 by itself is a tie that rounds to 2.
  const OneRow tie = {"gm_s322u8", {3}, with_offset(kHalfScale, 1)};
  EXPECT_EQ(results(tie), Patterns{3});
  EXPECT_EQ(results(tie, "fixpipe.offset-order=before-rounding"), Patterns{2});
}

TEST(GoldenFixpipe, B4IsTheRoundedProductPlusAnS5) {
  EXPECT_EQ(results({"cbuf_b4_s322s4", {3, 100, s32(-100)}, with_offset(kSignedOne, 2)}),
            (Patterns{5, 7, 8}));
  // 15 - 10; an offset of 5 bits.
  const OneRow row = {"gm_b4_f322s4", {0x42c80000, kMinusInf}, with_offset(kScaleOne, 0x16)};
  EXPECT_EQ(results(row), (Patterns{5, 8}));
  EXPECT_EQ(results(row, "fixpipe.s9-clamp=none"), (Patterns{7, 8}));
  EXPECT_EQ(results({"gm_b4_s322s4", {1, 2}}, "s4.nibble=high-first"), (Patterns{2, 1}));
}

TEST(GoldenFixpipe, WithoutACodeElementsStayAsTheyAre) {
  EXPECT_EQ(results({"gm_f322f32", {1, 0x80000000, 0xff800001}}),
            (Patterns{1, 0x80000000, 0xff800001}));
  EXPECT_EQ(results({"gm_s322s32", {s32(-5)}}), Patterns{s32(-5)});
}

TEST(GoldenFixpipe, QuantpreZeroComputesAsThePrototypeOrMovesLowBits) {
  const OneRow row = {.name = "gm_s322f16", .row = {0x10003}, .change = [](spec::CopyMatrix& call) {
                        call.quant_pre = 0;
                      }};
  EXPECT_EQ(results(row), Patterns{0x7bff});
  EXPECT_EQ(results(row, "fixpipe.quantpre-zero=raw32"), Patterns{3});
}

TEST(GoldenFixpipe, WordsAndAlphasAreOfTheirColumn) {
  EXPECT_EQ(results({.name = "gm_s322s8",
                     .row = {1, 1, s32(-2)},
                     .relu = spec::ReluPre::kPrelu,
                     .words = {kSignedOne, with_offset(kSignedOne, 7), kSignedOne},
                     .alphas = {0, 0, 0x40000000}}),
            (Patterns{1, 8, 0xfc}));
}

TEST(GoldenFixpipe, NormalReluComesBeforeTheOffsetOrAtTheResult) {
  const OneRow row = {"gm_s322s8", {s32(-100)}, with_offset(kSignedOne, 5), spec::ReluPre::kNormal};
  EXPECT_EQ(results(row), Patterns{5});
  EXPECT_EQ(results(row, "relu.at=result"), Patterns{0});
  const OneRow s16 = {"gm_s322s16", {s32(-9), 9}, 0, spec::ReluPre::kNormal};
  EXPECT_EQ(results(s16), (Patterns{0, 4}));
}

TEST(GoldenFixpipe, LeakyReluMultipliesByAlphaInsteadOfM1OrToo) {
  const OneRow row = {"gm_f322s8",
                      {0xc1200000, 0x41200000},
                      0x40000000 | kSigned,
                      spec::ReluPre::kLeaky,
                      0x3f000000};
  EXPECT_EQ(results(row), (Patterns{0xfb, 20}));
  EXPECT_EQ(results(row, "relu.alpha=scales"), (Patterns{0xf6, 20}));
  // -20 at the result, times 1/2.
  EXPECT_EQ(results(row, "relu.at=result"), (Patterns{0xf6, 20}));
}

TEST(GoldenFixpipe, AlphaHas32BitsOr19) {
  const OneRow row = {"gm_f322f32", {0xbf800000, 0x3f800000}, 0, spec::ReluPre::kLeaky, 0x3f001000};
  EXPECT_EQ(results(row), (Patterns{0xbf001000, 0x3f800000}));
  EXPECT_EQ(results(row, "relu.alpha-format=1-8-10"), (Patterns{0xbf000000, 0x3f800000}));
}

TEST(GoldenFixpipe, NanAndMinusInfinityUnderReluAreNanOrZero) {
  const OneRow row = {.name = "gm_f322f16",
                      .row = {kNan, kMinusInf, kInf},
                      .relu = spec::ReluPre::kNormal,
                      .ctrl = kKeep};
  EXPECT_EQ(results(row), (Patterns{0x7e00, 0x7e00, 0x7c00}));
  EXPECT_EQ(results(row, "relu.special=zero"), (Patterns{0, 0, 0x7c00}));
  EXPECT_EQ(results(row, "relu.at=result"), (Patterns{0x7e00, 0, 0x7c00}));
}

// The witnesses of deq.scale-bits and deq.product.
TEST(GoldenFixpipe, M1Is1Comma8Comma10) {
  const OneRow row = {"gm_f322f16", {0x45001000}, 0};
  EXPECT_EQ(results(row), Patterns{0x6800}) << "a cast reads no word";
  const OneRow scaled = {"gm_s322s8", {18696}, 0x3bb5789d | kSigned};
  EXPECT_EQ(results(scaled), Patterns{103});
  EXPECT_EQ(results(scaled, "fixpipe.scale-bits=nearest"), Patterns{104});
  EXPECT_EQ(results(scaled, "fixpipe.scale-bits=f32"), Patterns{104});
  const OneRow product = {"gm_s322s8", {12667}, 0x3bb66000 | kSigned};
  EXPECT_EQ(results(product), Patterns{70});
  EXPECT_EQ(results(product, "fixpipe.product=exact"), Patterns{71});
}

TEST(GoldenFixpipe, SubnormalNumbersFlush) {
  const OneRow result = {"gm_f322f16", {0x33800000}};
  EXPECT_EQ(results(result), Patterns{1});
  EXPECT_EQ(results(result, "subnormal.results=flushed"), Patterns{0});
  const OneRow source = {"gm_f322bf16", {0x00400000}};
  EXPECT_EQ(results(source), Patterns{0x0040});
  EXPECT_EQ(results(source, "subnormal.inputs=flushed"), Patterns{0});
}

}  // namespace
}  // namespace vconform::adapters::golden
