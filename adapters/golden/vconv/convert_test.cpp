#include "adapters/golden/vconv/convert.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "spec/case/registers.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);

struct Expectation {
  const char* instruction;
  std::uint64_t source;
  std::uint64_t expected;
  std::uint64_t ctrl = 0;
};

std::uint64_t result(const Behaviour& golden, const std::string& instruction, std::uint64_t source,
                     std::uint64_t ctrl) {
  const spec::Cell cell = spec::cell_named(instruction).value();
  return convert(golden, element_conversion(golden, cell, ctrl), source);
}

void expect_all(const std::vector<Expectation>& expectations) {
  const Behaviour golden = golden_behaviour();
  for (const Expectation& expectation : expectations) {
    EXPECT_EQ(result(golden, expectation.instruction, expectation.source, expectation.ctrl),
              expectation.expected)
        << expectation.instruction << std::hex << " 0x" << expectation.source << " ctrl 0x"
        << expectation.ctrl;
  }
}

TEST(GoldenConvert, NanToIntegerIsZeroAndInfinitySaturates) {
  expect_all({{"vconv_f322s32r", 0x7fc00000, 0},
              {"vconv_f322s32r", 0xff800001, 0},
              {"vconv_f322s32r", 0x7f800000, 0x7fffffff},
              {"vconv_f322s64z", 0xff800000, 0x8000000000000000},
              {"vconv_f162u8", 0xfc00, 0},
              {"vconv_f162u8", 0x7c00, 255},
              {"vconv_f162s4r", 0x7e00, 0},
              {"vconv_f162s4r", 0xfc00, 8},
              {"vconv_bf162s32c", 0x7f80, 0x7fffffff}});
}

TEST(GoldenConvert, IntegersOutOfRangeSaturate) {
  expect_all({{"vconv_f322s32r", 0x4f000000, 0x7fffffff},          // 2^31
              {"vconv_f322s32r", 0xcf000000, 0x80000000},          // -2^31, representable
              {"vconv_f322s32f", 0xcf000001, 0x80000000},          // below
              {"vconv_f322s64r", 0x5f000000, 0x7fffffffffffffff},  // 2^63
              {"vconv_f322s64r", 0xdf000000, 0x8000000000000000},
              {"vconv_f322s64r", 0x7f7fffff, 0x7fffffffffffffff},
              {"vconv_f162s8r", 0x57f7, 127},   // 127.4375
              {"vconv_f162s8r", 0xd804, 0x80},  // -128.5, ties to even
              {"vconv_f162s4r", 0x4780, 7},     // 7.5
              {"vconv_f162s4r", 0xc840, 8},     // -8.5
              {"vconv_f162u8z", 0xb800, 0},     // -0.5
              {"vconv_f162u8f", 0xb800, 0},
              {"vconv_s322s16", 0x80000000, 0x8000},
              {"vconv_s322s16", 0xffff8000, 0x8000},
              {"vconv_s642s32", 0x8000000000000000, 0x80000000},
              {"vconv_s642s32", 0xffffffff7fffffff, 0x80000000}});
}

TEST(GoldenConvert, OddIsVonNeumann) {
  // 0.2, 2.5, 2.2, 3.7, 4.2 with the last bit of an integer moved to that of f16 in [1024, 2048).
  expect_all({{"vconv_f322f16o", 0x44801000, 0x6401},  // 1024.5
              {"vconv_f322f16o", 0x4480199a, 0x6401},  // 1024.8
              {"vconv_f322f16o", 0x44802666, 0x6401},  // 1025.2
              {"vconv_f322f16o", 0x44803000, 0x6401},  // 1025.5
              {"vconv_f322f16o", 0x44804000, 0x6402},  // 1026 exactly
              {"vconv_f322f16o", 0xc4801000, 0xe401},
              {"vconv_f322bf16o", 0x3f800001, 0x3f81}});
}

TEST(GoldenConvert, HalfResultsSaturateUnlessCtrl48KeepsInfAndNan) {
  expect_all({{"vconv_f322f16r", 0x477fe000, 0x7bff},  // 65504
              {"vconv_f322f16r", 0x477fefff, 0x7bff},  // below 65520
              {"vconv_f322f16r", 0x477ff000, 0x7bff},  // 65520
              {"vconv_f322f16r", 0x477fefff, 0x7bff, kKeep},
              {"vconv_f322f16r", 0x477ff000, 0x7c00, kKeep},
              {"vconv_f322f16a", 0xc77ff000, 0xfc00, kKeep},
              {"vconv_f322f16r", 0x7f800000, 0x7bff},
              {"vconv_f322f16r", 0xff800000, 0xfbff},
              {"vconv_f322f16r", 0xff800000, 0xfc00, kKeep},
              {"vconv_f322f16r", 0x7fc00000, 0},
              {"vconv_f322f16r", 0x7fc00000, 0x7e00, kKeep},
              {"vconv_f322f16r", 0xff800001, 0x7e00, kKeep},
              {"vconv_f322bf16r", 0x7f7fffff, 0x7f7f},
              {"vconv_f322bf16r", 0x7f7fffff, 0x7f80, kKeep},
              {"vconv_f322bf16r", 0x7f800001, 0x7fc0, kKeep}});
}

TEST(GoldenConvert, DirectedOverflowIsIeeeAndOddOverflowIsMax) {
  expect_all({{"vconv_f322f16z", 0x477fe600, 0x7bff, kKeep},  // 65510 does not overflow
              {"vconv_f322f16f", 0x47800000, 0x7bff, kKeep},  // 65536
              {"vconv_f322f16c", 0x47800000, 0x7c00, kKeep},
              {"vconv_f322f16c", 0x477fe600, 0x7c00, kKeep},
              {"vconv_f322f16z", 0x47800000, 0x7bff, kKeep},
              {"vconv_f322f16o", 0x47800080, 0x7bff, kKeep},  // 65537
              {"vconv_f322f16f", 0xc7800000, 0xfc00, kKeep},
              {"vconv_f322f16c", 0xc7800000, 0xfbff, kKeep},
              {"vconv_f322f16z", 0xc7800000, 0xfbff, kKeep}});
}

TEST(GoldenConvert, SubnormalNumbersAreGradualAndKeepTheirValue) {
  expect_all({{"vconv_f322s32c", 0x00000001, 1},
              {"vconv_f322s32f", 0x80000001, 0xffffffff},
              {"vconv_f322f16r", 0x33800000, 0x0001},  // 2^-24
              {"vconv_f322f16r", 0x33000000, 0x0000},  // 2^-25, a tie with 0
              {"vconv_f322f16a", 0x33000000, 0x0001},
              {"vconv_f322f16r", 0x33000001, 0x0001},
              {"vconv_f322f16c", 0x00000001, 0x0001},
              {"vconv_f322f16z", 0x80000001, 0x8000},
              {"vconv_f322f16r", 0x387fffff, 0x0400},  // rounds up to the smallest normal number
              {"vconv_f322bf16r", 0x00008000, 0x0000},
              {"vconv_f322bf16a", 0x00008000, 0x0001},
              {"vconv_f162f32", 0x0001, 0x33800000},
              {"vconv_f162f32", 0x83ff, 0xb87fc000},
              {"vconv_bf162f32", 0x0001, 0x00010000}});
}

TEST(GoldenConvert, F32ToF32RoundsToIntegralValues) {
  expect_all({{"vconv_f322f32r", 0x80000000, 0},           // -0
              {"vconv_f322f32r", 0x40200000, 0x40000000},  // 2.5
              {"vconv_f322f32a", 0x40200000, 0x40400000},
              {"vconv_f322f32f", 0xbf000000, 0xbf800000},  // -0.5
              {"vconv_f322f32c", 0x00000001, 0x3f800000},
              {"vconv_f322f32r", 0x7f800000, 0x7f800000},
              {"vconv_f322f32r", 0xff800000, 0xff800000},
              {"vconv_f322f32r", 0x7f800001, 0x7fc00000},
              {"vconv_f322f32z", 0x7f7fffff, 0x7f7fffff},
              {"vconv_f322f32z", 0x4b7fffff, 0x4b7fffff},  // 2^24 - 1
              {"vconv_f322f32r", 0x4affffff, 0x4b000000},  // 2^23 - 0.5
              {"vconv_f322f32z", 0x4affffff, 0x4afffffe}});
}

TEST(GoldenConvert, IntegersToFloatingPointRoundOnce) {
  expect_all({{"vconv_s322f32r", 0x7fffffff, 0x4f000000},
              {"vconv_s322f32f", 0x7fffffff, 0x4effffff},
              {"vconv_s322f32z", 0x80000001, 0xceffffff},
              {"vconv_s322f32", 0, 0},
              {"vconv_s642f32r", 0x8000000000000000, 0xdf000000},
              {"vconv_s642f32r", 0x7fffffffffffffff, 0x5f000000},
              // A tie except for its last bit, which 53 bits would lose.
              {"vconv_s642f32r", 0x4000004000000001, 0x5e800001},
              {"vconv_s642f32r", 0x4000004000000000, 0x5e800000},
              {"vconv_s162f16", 0x7fff, 0x7800},
              {"vconv_s82f16", 0x80, 0xd800},
              {"vconv_u82f16", 0xff, 0x5bf8},
              {"vconv_s42f16", 0x8, 0xc800},
              {"vconv_s322s64", 0x80000000, 0xffffffff80000000}});
}

TEST(GoldenConvert, TheBareNameIsR) {
  const Behaviour golden = golden_behaviour();
  const auto bare = element_conversion(golden, spec::cell_named("vconv_f162s8").value(), 0);
  const auto r = element_conversion(golden, spec::cell_named("vconv_f162s8r").value(), 0);
  for (std::uint64_t half = 0; half < 0x10000; ++half) {
    ASSERT_EQ(convert(golden, bare, half), convert(golden, r, half)) << half;
  }
}

TEST(GoldenConvert, ExactValuesConvertBackFromEveryHalf) {
  const Behaviour golden = golden_behaviour();
  const auto widen = element_conversion(golden, spec::cell_named("vconv_f162f32").value(), kKeep);
  for (const char* mode : {"", "r", "a", "f", "c", "z", "o"}) {
    const auto cell = spec::cell_named("vconv_f322f16" + std::string(mode)).value();
    const auto narrow = element_conversion(golden, cell, kKeep);
    for (std::uint64_t half = 0; half < 0x10000; ++half) {
      const bool nan = (half & 0x7fff) > 0x7c00;
      ASSERT_EQ(convert(golden, narrow, convert(golden, widen, half)), nan ? 0x7e00 : half) << mode;
    }
  }
}

// Extreme and pseudo-random patterns through every instruction; for the sanitizers.
TEST(GoldenConvert, EveryPatternOfEveryRowFitsItsDestination) {
  const Behaviour golden = golden_behaviour();
  for (const spec::Conversion& row : spec::kConversions) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const auto element = element_conversion(golden, {row.number, mode.rounding}, kKeep);
      std::uint64_t pattern = 1;
      for (int i = 0; i < 4096; ++i) {
        pattern = pattern * 6364136223846793005 + 1442695040888963407;
        const std::uint64_t source = (pattern >> (i % 32)) & row.from().pattern_mask();
        ASSERT_EQ(convert(golden, element, source) & ~row.to().pattern_mask(), 0U)
            << pair_name(row) << mode.letter << std::hex << source;
      }
    }
  }
}

}  // namespace
}  // namespace vconform::adapters::golden
