// NaN, inf, signed zeros, subnormals, and overflow under CTRL[48] and CTRL[59].
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "oracle/vconv/vconv_test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;

constexpr char kNan[] = "special.nan-to-int-is-zero";
constexpr char kInf[] = "special.inf-to-int-saturates";
constexpr char kInfStays[] = "special.inf-stays-inf";
constexpr char kStaysNan[] = "special.nan-stays-nan";
constexpr char kOverflow[] = "special.int-overflow-saturates";
constexpr std::uint64_t kBoth = kTruncate | kTruncateEnable;

TEST(VconvSpecial, NanIsTheIntegerZero) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f162s4", 0x7e00, "0x0", kNan},
      {"vconv_f162s8r", 0xfe01, "0x0", kNan},
      {"vconv_f162u8c", 0x7c01, "0x0", kNan},
      {"vconv_f162s16z", 0x7e00, "0x0", kNan},
      {"vconv_f322s32f", 0xffc00000, "0x0", kNan},
      {"vconv_f322s64a", 0x7f800001, "0x0", kNan},
      {"vconv_bf162s32r", 0x7fc0, "0x0", kNan},
      // Under any CTRL.
      {"vconv_f322s16r", 0x7fc00000, "0x0", kNan, kBoth | kKeepInf, "ctrl.59=truncates"},
  });
}

TEST(VconvSpecial, InfIsTheIntegerLimit) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f162s4", 0x7c00, "0x7", kInf},
      {"vconv_f162s4", 0xfc00, "0x8", kInf},
      {"vconv_f162s8z", 0x7c00, "0x7f", kInf},
      {"vconv_f162u8r", 0x7c00, "0xff", kInf},
      {"vconv_f162u8r", 0xfc00, "0x0", kInf},
      {"vconv_f162s16r", 0xfc00, "0x8000", kInf},
      {"vconv_f322s32r", 0x7f800000, "0x7fffffff", kInf},
      {"vconv_f322s64r", 0xff800000, "0x8000000000000000", kInf},
      {"vconv_bf162s32r", 0xff80, "0x80000000", kInf},
      // CTRL[59] truncates only finite values.
      {"vconv_f162s8r", 0xfc00, "0x80", kInf, kBoth, "ctrl.59=truncates"},
  });
}

// A pair that CTRL[59] concerns, with a source out of range and its results if saturated and if
// truncated.
struct Truncating {
  const char* instruction;
  std::uint64_t source;
  const char* saturated;
  const char* low_bits;
};

TEST(VconvSpecial, Ctrl59HasThreeReadings) {
  const std::array<Truncating, 7> pairs = {{
      {"vconv_f162s8r", f16(200), "0x7f", "0xc8"},
      {"vconv_f162u8r", f16(-1), "0x0", "0xff"},
      {"vconv_f162u8r", f16(257), "0xff", "0x1"},
      {"vconv_f322s16r", f32(65537), "0x7fff", "0x1"},
      {"vconv_f322s16r", f32(-0x1.8p40f), "0x8000", "0x0"},
      {"vconv_s642s32", integer(64, -0x180000003LL), "0x80000000", "0x7ffffffd"},
      {"vconv_s322s16", integer(32, 0x18000), "0x7fff", "0x8000"},
  }};
  for (const Truncating& p : pairs) {
    expect_conversions(std::vector<testing::Conversion>{
        {p.instruction, p.source, p.saturated, kOverflow, 0, "ctrl.59=truncates"},
        {p.instruction, p.source, p.saturated, kOverflow, kBoth, "ctrl.59=absent"},
        {p.instruction, p.source, p.low_bits, "ctrl.59", kTruncate, "ctrl.59=truncates"},
        {p.instruction, p.source, p.low_bits, "ctrl.59", kBoth, "ctrl.59=truncates"},
        {p.instruction, p.source, p.saturated, kOverflow, kTruncate, "ctrl.59=needs-ctrl60"},
        {p.instruction, p.source, p.saturated, kOverflow, kTruncateEnable, "ctrl.59=needs-ctrl60"},
        {p.instruction, p.source, p.low_bits, "ctrl.59", kBoth, "ctrl.59=needs-ctrl60"},
    });
  }
}

TEST(VconvSpecial, Ctrl59OfF16ToS16IsAChoiceOfItsOwn) {
  const std::uint64_t source = f16(40000);  // 40000 - 65536 = -25536 = 0x9c40
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f162s16r", source, "0x7fff", kOverflow, kBoth, "ctrl.59=truncates"},
      {"vconv_f162s16r", source, "0x9c40", "ctrl.59-f162s16", kTruncate,
       "ctrl.59-f162s16=truncates"},
      {"vconv_f162s16r", source, "0x7fff", kOverflow, kTruncate, "ctrl.59-f162s16=needs-ctrl60"},
      {"vconv_f162s16r", source, "0x9c40", "ctrl.59-f162s16", kBoth,
       "ctrl.59-f162s16=needs-ctrl60"},
      {"vconv_f162s8r", f16(200), "0x7f", kOverflow, kBoth, "ctrl.59-f162s16=truncates"},
  });
}

TEST(VconvSpecial, Ctrl59LeavesOtherPairsAlone) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f162s4", f16(9), "0x7", kOverflow, kBoth, "ctrl.59=truncates"},
      {"vconv_f322s32r", f32(0x1p40f), "0x7fffffff", kOverflow, kBoth, "ctrl.59=truncates"},
      {"vconv_bf162s32r", bf16(0x1p40f), "0x7fffffff", kOverflow, kBoth, "ctrl.59=truncates"},
      {"vconv_f162s32r", f16(65504), "0xffe0", kExact, kBoth, "ctrl.59=truncates"},
  });
}

TEST(VconvSpecial, Ctrl48OffSaturatesHalfResults) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f322f16r", f32(65520), "0x7bff", "ctrl.48"},
      {"vconv_f322f16c", f32(-70000), "0xfbff", "ctrl.48"},
      {"vconv_f322f16o", f32(1e30f), "0x7bff", "ctrl.48"},
      {"vconv_f322f16r", 0x7f800000, "0x7bff", "ctrl.48"},
      {"vconv_f322f16r", 0xff800000, "0xfbff", "ctrl.48"},
      {"vconv_f322f16r", 0xffc00001, "0x0|0x8000", "ctrl.48"},
      {"vconv_f322bf16r", f32(0x1.fffffep127f), "0x7f7f", "ctrl.48"},
      {"vconv_f322bf16z", 0xff800000, "0xff7f", "ctrl.48"},
      {"vconv_f322bf16z", 0x7fc00000, "0x0|0x8000", "ctrl.48"},
  });
  EXPECT_TRUE(
      cites(convert_row({"vconv_f322f16r", 0x7fc00000, "", ""}).cited, "special.nan-zero-sign"));
}

TEST(VconvSpecial, Ctrl48OnKeepsInfAndNan) {
  const std::vector<testing::Conversion> rows = {
      {"vconv_f322f16r", f32(65520), "0x7c00", "overflow.nearest", kKeepInf},
      {"vconv_f322f16a", f32(-65520), "0xfc00", "overflow.nearest", kKeepInf},
      {"vconv_f322f16", f32(1e30f), "0x7c00", "overflow.nearest", kKeepInf},
      {"vconv_f322f16z", 0xff800000, "0xfc00", kInfStays, kKeepInf},
      {"vconv_f322f16f", 0x7fc00000, "any NaN", kStaysNan, kKeepInf},
      {"vconv_f322bf16r", f32(0x1.fffffep127f), "0x7f80", "overflow.nearest", kKeepInf},
      {"vconv_f322bf16c", 0x7f800000, "0x7f80", kInfStays, kKeepInf},
      {"vconv_f322bf16c", 0xff800001, "any NaN", kStaysNan, kKeepInf},
  };
  expect_conversions(rows);
  for (const testing::Conversion& row : rows) {
    EXPECT_TRUE(cites(convert_row(row).cited, "ctrl.48")) << row.instruction;
  }
}

TEST(VconvSpecial, Ctrl48DoesNotConcernIntegerAndF32Results) {
  for (const std::uint64_t ctrl : {std::uint64_t{0}, kKeepInf}) {
    const std::vector<testing::Conversion> rows = {
        {"vconv_f162s8r", f16(300), "0x7f", kOverflow, ctrl},
        {"vconv_f162s8r", 0x7c00, "0x7f", kInf, ctrl},
        {"vconv_f162s8r", 0x7e00, "0x0", kNan, ctrl},
        {"vconv_f162f32", 0x7c00, "0x7f800000", kInfStays, ctrl},
        {"vconv_f162f32", 0x7e00, "any NaN", kStaysNan, ctrl},
        {"vconv_bf162f32", 0xff80, "0xff800000", kInfStays, ctrl},
        {"vconv_f322f32z", 0xff800000, "0xff800000", kInfStays, ctrl},
        {"vconv_f322f32z", 0xffc00000, "any NaN", kStaysNan, ctrl},
    };
    expect_conversions(rows);
    for (const testing::Conversion& row : rows) {
      EXPECT_FALSE(cites(convert_row(row).cited, "ctrl.48")) << row.instruction;
    }
  }
}

// MAX of f16 is 65504; the next value would be 65536. Results: MAX, inf or ordinary rounding.
struct Overflowing {
  char mode;
  float source;
  // 'M': MAX, 'I': inf, by reading in the order of the rule; for both signs of the source.
  const char* positive;
  const char* negative;
};

void expect_overflows(std::string_view rule, std::span<const char* const> readings,
                      std::span<const Overflowing> rows) {
  for (const Overflowing& row : rows) {
    const std::string name = std::string("vconv_f322f16") + row.mode;
    for (std::size_t reading = 0; reading < readings.size(); ++reading) {
      const std::string pinned = std::string(rule) + "=" + readings[reading];
      const auto result = [&](char expected) { return expected == 'I' ? 0x7c00u : 0x7bffu; };
      const Expectation positive =
          convert_row({name.c_str(), f32(row.source), "", "", kKeepInf, pinned.c_str()});
      const Expectation negative =
          convert_row({name.c_str(), f32(-row.source), "", "", kKeepInf, pinned.c_str()});
      ASSERT_TRUE(positive.is_exact() && negative.is_exact());
      EXPECT_EQ(positive.patterns[0], result(row.positive[reading]))
          << name << row.source << pinned;
      EXPECT_EQ(negative.patterns[0], result(row.negative[reading]) | 0x8000)
          << name << -row.source << pinned;
      const bool at_max = row.source == 65504;
      EXPECT_EQ(slug(positive.rule), at_max ? kExact : rule) << name << row.source << pinned;
      EXPECT_EQ(slug(negative.rule), at_max ? kExact : rule) << name << row.source << pinned;
    }
  }
}

TEST(VconvSpecial, OverflowOfDirectedModesUnderEachReading) {
  const std::array<const char*, 3> readings = {"ieee", "inf-after-rounding", "inf-beyond-max"};
  const std::array<Overflowing, 18> rows = {{
      {'f', 65504, "MMM", "MMM"},
      {'c', 65504, "MMM", "MMM"},
      {'z', 65504, "MMM", "MMM"},
      {'f', 65510, "MMI", "III"},
      {'c', 65510, "III", "MMI"},
      {'z', 65510, "MMI", "MMI"},
      {'f', 65519, "MMI", "III"},
      {'c', 65519, "III", "MMI"},
      {'z', 65519, "MMI", "MMI"},
      {'f', 65520, "MMI", "III"},
      {'c', 65520, "III", "MMI"},
      {'z', 65520, "MMI", "MMI"},
      {'f', 65536, "MII", "III"},
      {'c', 65536, "III", "MII"},
      {'z', 65536, "MII", "MII"},
      {'f', 65537, "MII", "III"},
      {'c', 65537, "III", "MII"},
      {'z', 65537, "MII", "MII"},
  }};
  expect_overflows("overflow.directed", readings, rows);
}

TEST(VconvSpecial, OverflowOfOddUnderEachReading) {
  const std::array<const char*, 3> readings = {"max", "inf-after-rounding", "inf-beyond-max"};
  const std::array<Overflowing, 6> rows = {{
      {'o', 65504, "MMM", "MMM"},
      {'o', 65510, "MMI", "MMI"},
      {'o', 65519, "MMI", "MMI"},
      {'o', 65520, "MMI", "MMI"},
      {'o', 65536, "MII", "MII"},
      {'o', 65537, "MII", "MII"},
  }};
  expect_overflows("overflow.odd", readings, rows);
}

// Half-way between MAX and 65536 is 65520; r goes to the even 65536, as a does.
TEST(VconvSpecial, NearestModesOverflowFromTheMiddleOn) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f322f16r", f32(65519), "0x7bff", "overflow.nearest", kKeepInf},
      {"vconv_f322f16a", f32(65519), "0x7bff", "overflow.nearest", kKeepInf},
      {"vconv_f322f16r", f32(65520), "0x7c00", "overflow.nearest", kKeepInf},
      {"vconv_f322f16a", f32(-65519.996f), "0xfbff", "overflow.nearest", kKeepInf},
  });
}

TEST(VconvSpecial, TheSignOfAZero) {
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f322f32r", 0x80000000, "0x0", "f32f32.minus-zero"},
      {"vconv_f322f32f", 0x80000000, "0x0", "f32f32.minus-zero"},
      {"vconv_f322f32r", 0, "0x0", kExact},
      {"vconv_f322f32r", f32(-0.3f), "0x0|0x80000000", "round.nearest-ties-to-even"},
      {"vconv_f322f32c", f32(-0.3f), "0x0|0x80000000", "round.ceil"},
      {"vconv_f322f32z", f32(-0.3f), "0x0|0x80000000", "round.toward-zero"},
      {"vconv_f322f32a", f32(-0.3f), "0x0|0x80000000", "round.nearest-ties-away"},
      {"vconv_f322f32f", f32(-0.3f), "0xbf800000", "round.floor"},
      {"vconv_f322f32z", f32(0.3f), "0x0", "round.toward-zero"},
      // In other conversions -0 keeps its sign, and becomes the integer 0.
      {"vconv_f322f16r", 0x80000000, "0x8000", kExact},
      {"vconv_f322bf16r", 0x80000000, "0x8000", kExact},
      {"vconv_f162f32", 0x8000, "0x80000000", kExact},
      {"vconv_bf162f32", 0x8000, "0x80000000", kExact},
      {"vconv_f322f16z", f32(-0x1p-30f), "0x8000", "round.toward-zero"},
      {"vconv_f322s32r", 0x80000000, "0x0", kExact},
      {"vconv_f322s32c", f32(-0.3f), "0x0", "round.ceil"},
      {"vconv_f162u8r", 0x8000, "0x0", kExact},
  });
  EXPECT_TRUE(cites(convert_row({"vconv_f322f32z", f32(-0.3f), "", ""}).cited,
                    "f32f32.zero-from-negative"));
}

// The page's example: 48.75 times the smallest f16.
TEST(VconvSpecial, SubnormalResultsAreRoundedAtTheirOwnPrecision) {
  const std::uint64_t source = f32(48.75f * 0x1p-24f);
  const std::vector<testing::Conversion> gradual = {
      {"vconv_f322f16r", source, "0x31", "round.nearest-ties-to-even"},
      {"vconv_f322f16c", source, "0x31", "round.ceil"},
      {"vconv_f322f16a", source, "0x31", "round.nearest-ties-away"},
      {"vconv_f322f16f", source, "0x30", "round.floor"},
      {"vconv_f322f16z", source, "0x30", "round.toward-zero"},
      {"vconv_f322f16o", source, "0x31", "round.odd-is-von-neumann"},
      {"vconv_f322f16z", f32(-48 * 0x1p-24f), "0x8030", "subnormal.results"},
      // Rounded up to the smallest normal number, so that rules about subnormal numbers do not
      // apply.
      {"vconv_f322f16r", f32(0x1p-14f - 0x1p-30f), "0x400", "round.nearest-ties-to-even"},
  };
  expect_conversions(gradual);
  EXPECT_TRUE(cites(convert_row(gradual[0]).cited, "subnormal.results"));
  expect_conversions(std::vector<testing::Conversion>{
      {"vconv_f322f16r", source, "0x0|0x8000", "subnormal.results", 0, "subnormal.results=flushed"},
      {"vconv_f322f16r", f32(0x1p-14f - 0x1p-30f), "0x400", "round.nearest-ties-to-even", 0,
       "subnormal.results=flushed"},
      {"vconv_f322f16r", f32(0x1p-14f), "0x400", kExact, 0, "subnormal.results=flushed"},
      {"vconv_f322f16z", f32(0x1p-30f), "0x0", "round.toward-zero", 0, "subnormal.results=flushed"},
  });
}

TEST(VconvSpecial, SubnormalInputsKeepTheirValueOrCountAsZero) {
  const testing::Conversion up = {"vconv_f322s32c", 1, "0x1", "round.ceil"};
  expect_conversions(std::vector<testing::Conversion>{
      up,
      {"vconv_f322s32c", 1, "0x0", kExact, 0, "subnormal.inputs=flushed"},
      {"vconv_f162s32f", 0x8001, "0xffffffff", "round.floor"},
      {"vconv_f162s32f", 0x8001, "0x0", kExact, 0, "subnormal.inputs=flushed"},
      {"vconv_f322f32f", 0x80000001, "0xbf800000", "round.floor"},
      {"vconv_f162f32", 0x0001, "0x33800000", kExact},
      {"vconv_f162f32", 0x8001, "0x80000000", kExact, 0, "subnormal.inputs=flushed"},
      {"vconv_f322s32c", 0x00800000, "0x1", "round.ceil", 0, "subnormal.inputs=flushed"},
  });
  EXPECT_TRUE(cites(convert_row(up).cited, "subnormal.inputs"));
  EXPECT_FALSE(cites(convert_row({"vconv_f322s32c", f32(1), "", ""}).cited, "subnormal.inputs"));
}

}  // namespace
}  // namespace vconform::oracle
