// Rounding, integers and zeros; special values and overflow of floating-point results are in
// vconv_special_test.cpp.
#include "oracle/vconv/vconv.h"

#include <gtest/gtest.h>

#include <vector>

#include "oracle/vconv/vconv_test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;

constexpr char kNearest[] = "round.nearest-ties-to-even";
constexpr char kAway[] = "round.nearest-ties-away";
constexpr char kFloor[] = "round.floor";
constexpr char kCeil[] = "round.ceil";
constexpr char kZero[] = "round.toward-zero";
constexpr char kOdd[] = "round.odd-is-von-neumann";
constexpr char kSaturates[] = "special.int-overflow-saturates";

TEST(Vconv, EveryModeRoundsAsItsRuleSays) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f322s32r", f32(2.5f), "0x2", kNearest},
      {"vconv_f322s32a", f32(2.5f), "0x3", kAway},
      {"vconv_f322s32f", f32(2.5f), "0x2", kFloor},
      {"vconv_f322s32c", f32(2.5f), "0x3", kCeil},
      {"vconv_f322s32z", f32(2.5f), "0x2", kZero},
      {"vconv_f322s32r", f32(-2.5f), "0xfffffffe", kNearest},
      {"vconv_f322s32a", f32(-2.5f), "0xfffffffd", kAway},
      {"vconv_f322s32f", f32(-2.5f), "0xfffffffd", kFloor},
      {"vconv_f322s32c", f32(-2.5f), "0xfffffffe", kCeil},
      {"vconv_f322s32z", f32(-2.5f), "0xfffffffe", kZero},
      {"vconv_f322s32f", f32(7), "0x7", kExact},
      // 1 + 2^-11 lies half-way between 1 and the next f16, 1 + 2^-10, whose last bit is odd.
      {"vconv_f322f16o", f32(1 + 0x1p-11f), "0x3c01", kOdd},
      {"vconv_f322f16r", f32(1 + 0x1p-11f), "0x3c00", kNearest},
      {"vconv_f322f16a", f32(1 + 0x1p-11f), "0x3c01", kAway},
      // Nearest and von Neumann rounding would give 1 + 2^-10; 1 + 2^-9 - 2^-13 keeps the odd
      // neighbour.
      {"vconv_f322f16o", f32(1 + 0x1p-9f - 0x1p-13f), "0x3c01", kOdd},
      {"vconv_f322bf16o", f32(1 + 0x1p-20f), "0x3f81", kOdd},
      {"vconv_f322bf16r", f32(1 + 0x1p-20f), "0x3f80", kNearest},
      {"vconv_f322f32r", f32(2.5f), "0x40000000", kNearest},
      {"vconv_f322f32a", f32(-2.5f), "0xc0400000", kAway},
      {"vconv_f322f32c", f32(0.25f), "0x3f800000", kCeil},
      {"vconv_f322f32f", f32(0x1.fffffep127f), "0x7f7fffff", kExact},
  });
}

TEST(Vconv, TheBareNameIsR) {
  const std::vector<testing::Conversion> rows = {
      {"vconv_f322f16", f32(1 + 0x1p-11f), "0x3c00", kNearest},
      {"vconv_f162s8", f16(2.5), "0x2", kNearest},
      {"vconv_f322s16", f32(3.5f), "0x4", kNearest},
      {"vconv_s162f16", integer(16, 2049), "0x6800", kNearest},
      {"vconv_s322f32", integer(32, 0x1000003), "0x4b800002", kNearest},
  };
  expect_conversions(rows);
  for (const testing::Conversion& row : rows) {
    EXPECT_TRUE(cites(convert_row(row).cited, "round.bare-name-is-r")) << row.instruction;
  }
  EXPECT_FALSE(
      cites(convert_row({"vconv_f162s8r", f16(2.5), "", ""}).cited, "round.bare-name-is-r"));
}

TEST(Vconv, IntegersSaturateOnTheirSide) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f162s4", f16(7), "0x7", kExact},
      {"vconv_f162s4", f16(8), "0x7", kSaturates},
      {"vconv_f162s4", f16(-8), "0x8", kExact},
      {"vconv_f162s4", f16(-9), "0x8", kSaturates},
      {"vconv_f162s8z", f16(127), "0x7f", kExact},
      {"vconv_f162s8z", f16(128), "0x7f", kSaturates},
      {"vconv_f162s8z", f16(-129), "0x80", kSaturates},
      {"vconv_f162u8z", f16(256), "0xff", kSaturates},
      {"vconv_f162u8z", f16(-1), "0x0", kSaturates},
      {"vconv_f162u8z", f16(-0.5), "0x0", kZero},
      {"vconv_f162u8f", f16(-0.5), "0x0", kSaturates},
      {"vconv_f162s16r", f16(32768), "0x7fff", kSaturates},
      {"vconv_f162s16r", f16(-32768), "0x8000", kExact},
      {"vconv_f322s32r", f32(0x1p31f), "0x7fffffff", kSaturates},
      {"vconv_f322s32r", f32(-0x1p31f), "0x80000000", kExact},
      {"vconv_f322s32r", f32(-0x1.000002p31f), "0x80000000", kSaturates},
      {"vconv_f322s64r", f32(0x1p63f), "0x7fffffffffffffff", kSaturates},
      {"vconv_f322s64r", f32(-0x1p63f), "0x8000000000000000", kExact},
      {"vconv_f322s64r", f32(-0x1p64f), "0x8000000000000000", kSaturates},
      {"vconv_bf162s32r", bf16(0x1p100f), "0x7fffffff", kSaturates},
      {"vconv_s322s16", integer(32, 40000), "0x7fff", kSaturates},
      {"vconv_s322s16", integer(32, -40000), "0x8000", kSaturates},
      {"vconv_s642s32", integer(64, 0x80000000), "0x7fffffff", kSaturates},
      {"vconv_s642s32", integer(64, -0x80000001LL), "0x80000000", kSaturates},
      {"vconv_s642s32", integer(64, -0x80000000LL), "0x80000000", kExact},
      {"vconv_s322s64", integer(32, -5), "0xfffffffffffffffb", kExact},
  });
}

// 127.5 rounds to 128 before the range is tested; toward zero it stays.
TEST(Vconv, RoundsOnceAndThenTestsTheRange) {
  const testing::Conversion up = {"vconv_f162s8r", f16(127.5), "0x7f", kSaturates};
  expect_conversions(std::vector<testing::Conversion>{
      up,
      {"vconv_f162s8z", f16(127.5), "0x7f", kZero},
      {"vconv_f162s8r", f16(127.5), "0x80", "ctrl.59", kTruncate, "ctrl.59=truncates"},
      {"vconv_f162s8z", f16(127.5), "0x7f", kZero, kTruncate, "ctrl.59=truncates"},
      {"vconv_f162s8r", f16(-128.5), "0x80", kNearest},
      {"vconv_f162s8f", f16(-128.5), "0x80", kSaturates},
  });
  const RuleSet cited = convert_row(up).cited;
  EXPECT_TRUE(cites(cited, "round.once-then-range"));
  EXPECT_TRUE(cites(cited, kNearest));
  // The rule is cited exactly if only one neighbour of the source is in range.
  const auto has_a_say = [](const char* instruction, std::uint64_t source) {
    return cites(convert_row({instruction, source, "", ""}).cited, "round.once-then-range");
  };
  EXPECT_TRUE(has_a_say("vconv_f162s8z", f16(127.5)));
  EXPECT_TRUE(has_a_say("vconv_f162u8f", f16(-0.5)));
  EXPECT_TRUE(has_a_say("vconv_f322f16r", f32(65510)));
  EXPECT_FALSE(has_a_say("vconv_f162s8r", f16(126.5)));
  EXPECT_FALSE(has_a_say("vconv_f162s8r", f16(128.5)));
  EXPECT_FALSE(has_a_say("vconv_f162s8r", f16(200)));
}

// 2^31 - 1 lies between the f32 2147483520 and 2147483648.
TEST(Vconv, S32MaxToF32IsDecidedByTheMode) {
  const std::uint64_t max = integer(32, 0x7fffffff);
  const std::vector<testing::Conversion> rows = {
      {"vconv_s322f32", max, "0x4f000000", kNearest},
      {"vconv_s322f32r", max, "0x4f000000", kNearest},
      {"vconv_s322f32a", max, "0x4f000000", kAway},
      {"vconv_s322f32c", max, "0x4f000000", kCeil},
      {"vconv_s322f32f", max, "0x4effffff", kFloor},
      {"vconv_s322f32z", max, "0x4effffff", kZero},
  };
  expect_conversions(rows);
  for (const testing::Conversion& row : rows) {
    EXPECT_TRUE(cites(convert_row(row).cited, "edge.s32-max"));
  }
  EXPECT_FALSE(cites(convert_row({"vconv_s322f32z", max - 1, "", ""}).cited, "edge.s32-max"));
}

// 2^60 + 2^36 + 1: f64 drops the 1 (its last bit is 2^8), and the tie that is left rounds to even,
// down; the exact value is above the tie.
TEST(Vconv, S64ToF32RoundsOnce) {
  const std::int64_t trap = (std::int64_t{1} << 60) + (std::int64_t{1} << 36) + 1;
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_s642f32r", integer(64, trap), "0x5d800001", kNearest},
      {"vconv_s642f32r", integer(64, trap - 1), "0x5d800000", kNearest},
      {"vconv_s642f32a", integer(64, trap - 2), "0x5d800000", kAway},
      {"vconv_s642f32f", integer(64, -trap), "0xdd800001", kFloor},
      {"vconv_s642f32c", integer(64, -trap), "0xdd800000", kCeil},
      {"vconv_s642f32r", integer(64, std::int64_t{1} << 63), "0xdf000000", kExact},
  });
}

TEST(Vconv, IntegerZeroIsPlusZero) {
  for (const char* name : {"vconv_s322f32f", "vconv_s642f32f", "vconv_s162f16f", "vconv_s82f16",
                           "vconv_u82f16", "vconv_s42f16", "vconv_s162f32"}) {
    const Expectation zero = convert_row({name, 0, "", ""});
    EXPECT_EQ(text_of(zero), "0x0") << name;
    EXPECT_EQ(slug(zero.rule), "int-to-float.zero") << name;
  }
}

TEST(Vconv, WideningIsExact) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f162f32", f16(0x1p-24), "0x33800000", kExact},
      {"vconv_f162f32", f16(-65504), "0xc77fe000", kExact},
      {"vconv_bf162f32", bf16(-1.5f), "0xbfc00000", kExact},
      {"vconv_bf162f32a", bf16(3), "0x40400000", kExact},
      {"vconv_s42f16", 0x8, "0xc800", kExact},
      {"vconv_u82f16", 0xff, "0x5bf8", kExact},
      {"vconv_s82f16", 0xff, "0xbc00", kExact},
      {"vconv_s162f32", 0x8000, "0xc7000000", kExact},
      {"vconv_s162f16c", integer(16, 32767), "0x7800", kCeil},
      {"vconv_s162f16z", integer(16, 32767), "0x77ff", kZero},
  });
}

// A choice is not asked for where its readings agree.
TEST(Vconv, OnlyConversionsThatAChoiceTouchesAskForIt) {
  EXPECT_EQ(worlds_of("vconv_f162s8r", kTruncate, f16(100)), 1u);
  EXPECT_EQ(worlds_of("vconv_f162s8r", kTruncate, f16(200)), 3u);
  EXPECT_EQ(worlds_of("vconv_f162s8r", 0, f16(200)), 1u);
  EXPECT_EQ(worlds_of("vconv_f162s4r", kTruncate, f16(200)), 1u);
  EXPECT_EQ(worlds_of("vconv_f322f16z", kKeepInf, f32(65504)), 1u);
  EXPECT_EQ(worlds_of("vconv_f322f16z", kKeepInf, f32(65510)), 3u);
  EXPECT_EQ(worlds_of("vconv_f322f16r", kKeepInf, f32(65536)), 1u);
  EXPECT_EQ(worlds_of("vconv_f322f16z", 0, f32(65536)), 1u);
  EXPECT_EQ(worlds_of("vconv_f322f16z", 0, f32(0x1p-15f)), 2u);
  // A subnormal source that counts as 0 or not: z gives 0 either way.
  EXPECT_EQ(worlds_of("vconv_f322s32z", 0, f32(0x1p-140f)), 1u);
  EXPECT_EQ(worlds_of("vconv_f322s32c", 0, f32(0x1p-140f)), 2u);
}

// A rule about a single row and mode is cited where that mode is used.
TEST(Vconv, RulesAboutAPairAreCited) {
  EXPECT_TRUE(cites(convert_row({"vconv_f322f16z", f32(1), "", ""}).cited,
                    "pair.f322f16-has-no-prototype"));
  EXPECT_TRUE(cites(convert_row({"vconv_f322bf16o", f32(1), "", ""}).cited, "pair.f322bf16-odd"));
  EXPECT_FALSE(cites(convert_row({"vconv_f322bf16r", f32(1), "", ""}).cited, "pair.f322bf16-odd"));
  EXPECT_TRUE(cites(convert_row({"vconv_f322s16", f32(1), "", ""}).cited, "pair.f322s16-null"));
  EXPECT_FALSE(cites(convert_row({"vconv_f322s16r", f32(1), "", ""}).cited, "pair.f322s16-null"));
  EXPECT_TRUE(cites(convert_row({"vconv_bf162f32a", bf16(1), "", ""}).cited, "pair.bf162f32a"));
  EXPECT_FALSE(cites(convert_row({"vconv_bf162f32", bf16(1), "", ""}).cited, "pair.bf162f32a"));
}

std::vector<DerivedStep> steps_of(std::string_view instruction, std::uint64_t source) {
  return settle([&](Derivation& d) { return convert(d, cell(instruction), 0, source); }, a2(),
                Derivation::For::kSteps)
      .steps;
}

TEST(Vconv, TheDerivationShowsItsSteps) {
  const std::vector<DerivedStep> tie = steps_of("vconv_f322s32r", f32(2.5f));
  ASSERT_EQ(tie.size(), 1u);
  EXPECT_EQ(fraction_text(tie[0].exact), "5/2");
  EXPECT_TRUE(tie[0].between.tie);
  EXPECT_EQ(fraction_text(tie[0].taken), "2");
  const std::vector<DerivedStep> beyond = steps_of("vconv_f162s8r", f16(127.5));
  ASSERT_EQ(beyond.size(), 2u);
  EXPECT_EQ(beyond[1].name, "range");
  EXPECT_EQ(fraction_text(beyond[1].exact), "128");
  EXPECT_EQ(fraction_text(beyond[1].taken), "127");
  EXPECT_TRUE(steps_of("vconv_f162s8r", 0x7e00).empty());
}

}  // namespace
}  // namespace vconform::oracle
