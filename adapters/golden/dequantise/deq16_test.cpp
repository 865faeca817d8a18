// Tests of single s32 times a half, computed on paper: the witnesses of the readings, overflow,
// subnormal results.
#include "adapters/golden/dequantise/deq16.h"

#include <gtest/gtest.h>

#include <array>

#include "spec/case/registers.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
constexpr std::uint64_t kHalfOne = 0x3c00;

std::uint64_t result(Choice precision, std::int32_t source, std::uint64_t scale,
                     std::uint64_t ctrl = 0) {
  Behaviour golden = golden_behaviour();
  golden.pin(precision);
  return deq_f16(deq16_chain(golden, ctrl), static_cast<std::uint32_t>(source), scale);
}

constexpr Choice kChain = choice("deq16.precision", "f32-chain");
constexpr Choice kExact = choice("deq16.precision", "exact");
constexpr Choice kProduct = choice("deq16.precision", "f16-product");
constexpr Choice kScaled = choice("deq16.precision", "f16-scaled");
constexpr std::array<Choice, 4> kAll = {kChain, kExact, kProduct, kScaled};

TEST(GoldenDeq16, ThePublishedWitnessesTellTheReadingsApart) {
  struct Row {
    std::int32_t source;
    std::uint64_t scale;
    std::uint64_t chain;
    std::uint64_t exact;
  };
  for (const Row& row : {Row{-2968039, 0x15d5, 0xec20, 0xec21}, Row{237586, 0x2f1c, 0x7672, 0x7671},
                         Row{492964, 0x249c, 0x7056, 0x7055}}) {
    EXPECT_EQ(result(kChain, row.source, row.scale), row.chain) << row.source;
    EXPECT_EQ(result(kExact, row.source, row.scale), row.exact) << row.source;
  }
  EXPECT_EQ(result(kChain, 13036, 0x0c7e), 0x4326U);
  EXPECT_EQ(result(kProduct, 13036, 0x0c7e), 0x4327U);
  EXPECT_EQ(result(kScaled, 13036, 0x0c7e), 0x4328U);
}

TEST(GoldenDeq16, SmallIntegersTimesOneAreExactInThreeReadings) {
  for (std::int32_t source = -2048; source <= 2048; ++source) {
    const std::uint64_t expected = result(kExact, source, kHalfOne);
    EXPECT_EQ(result(kChain, source, kHalfOne), expected);
    EXPECT_EQ(result(kProduct, source, kHalfOne), expected);
  }
  EXPECT_EQ(result(kExact, 3, kHalfOne), 0x4200U);
  EXPECT_EQ(result(kExact, -2048, 0x3800), 0xe400U) << "-1024";
}

TEST(GoldenDeq16, OnlyTheHalfInTheLow16BitsCounts) {
  for (const Choice& precision : kAll) {
    EXPECT_EQ(result(precision, 5 << 17, 0xffffffffffff3c00), result(precision, 5 << 17, 0x3c00));
  }
}

TEST(GoldenDeq16, OverflowGoesByCtrl48) {
  for (const Choice& precision : kAll) {
    EXPECT_EQ(result(precision, 1 << 30, kHalfOne), 0x7bffU);
    EXPECT_EQ(result(precision, -(1 << 30), kHalfOne), 0xfbffU);
    EXPECT_EQ(result(precision, 1 << 30, kHalfOne, kKeep), 0x7c00U);
    EXPECT_EQ(result(precision, -(1 << 30), kHalfOne, kKeep), 0xfc00U);
  }
  EXPECT_EQ(result(kExact, 65519, kHalfOne, kKeep), 0x7bffU);
  EXPECT_EQ(result(kExact, 65520, kHalfOne, kKeep), 0x7c00U);
}

// 2^20 * 2^-10: only readings whose first f16 overflows lose it.
TEST(GoldenDeq16, IntermediateResultsOverflowByCtrl48) {
  constexpr std::uint64_t kScale = 0x1400;
  EXPECT_EQ(result(kChain, 1 << 20, kScale, kKeep), 0x6400U);
  EXPECT_EQ(result(kScaled, 1 << 20, kScale, kKeep), 0x6400U);
  EXPECT_EQ(result(kProduct, 1 << 20, kScale), 0x53ffU) << "65504 / 1024";
  EXPECT_EQ(result(kProduct, 1 << 20, kScale, kKeep), 0x7c00U);
  const std::uint64_t nan = result(kProduct, 1 << 20, 0, kKeep);
  EXPECT_GT(nan & 0x7fff, 0x7c00U) << "inf times 0";
  EXPECT_EQ(result(kProduct, 1 << 20, 0) & 0x7fff, 0U);
}

TEST(GoldenDeq16, SubnormalResultsAreGradualOrFlushed) {
  EXPECT_EQ(result(kChain, 1, 0x0001), 1U);
  EXPECT_EQ(result(kChain, -3, 0x0001), 0x8003U);
  EXPECT_EQ(result(kChain, 1023, 0x0001), 0x03ffU);
  EXPECT_EQ(result(kChain, 1024, 0x0001), 0x0400U);
  Behaviour golden = golden_behaviour();
  golden.pin(choice("subnormal.results", "flushed"));
  const Deq16Chain flushed = deq16_chain(golden, 0);
  EXPECT_EQ(deq_f16(flushed, 1023, 0x0001), 0U);
  EXPECT_EQ(deq_f16(flushed, 1024, 0x0001), 0x0400U);
  golden.pin(kScaled);
  EXPECT_EQ(deq_f16(deq16_chain(golden, 0), 1, kHalfOne), 0U) << "2^-17 is subnormal";
  EXPECT_EQ(result(kScaled, 1, kHalfOne), 0x3c00U);
}

TEST(GoldenDeq16, LimitsOfS32) {
  EXPECT_EQ(result(kExact, INT32_MIN, 0x0001), 0xd800U) << "-2^31 * 2^-24";
  EXPECT_EQ(result(kChain, INT32_MAX, 0x0001), 0x5800U);
  EXPECT_EQ(result(kChain, 0, 0x7bff), 0U);
}

}  // namespace
}  // namespace vconform::adapters::golden
