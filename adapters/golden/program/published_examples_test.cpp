// Tests with the examples that the vendor prints for each pair (asc-devkit:precision_conversion),
// as patterns.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "adapters/golden/vconv/convert.h"

namespace vconform::adapters::golden {
namespace {

struct Example {
  const char* pair;
  std::uint64_t source;
  const char* modes;
  std::array<std::uint64_t, 6> expected;
};

constexpr std::array<Example, 17> kExamples = {{
    {"s162f16", 0x1002, "rfcaz", {0x6c00, 0x6c00, 0x6c01, 0x6c01, 0x6c00}},
    {"f162s4", 0x3e00, "rfcaz", {2, 1, 2, 2, 1}},
    {"f162s8", 0x57f8, "rfcaz", {127, 127, 127, 127, 127}},
    {"f162u8", 0x3f00, "rfcaz", {2, 1, 2, 2, 1}},
    {"f162s16", 0x57f8, "rfcaz", {128, 127, 128, 128, 127}},
    {"f162s32", 0xbe00, "rfcaz", {0xfffffffe, 0xfffffffe, 0xffffffff, 0xfffffffe, 0xffffffff}},
    {"bf162s32", 0x4281, "rfcaz", {64, 64, 65, 65, 64}},
    {"s322f32", 0x2000003, "rfcaz", {0x4c000001, 0x4c000000, 0x4c000001, 0x4c000001, 0x4c000000}},
    {"s642f32", 0x800001800, "rfcaz", {0x51000002, 0x51000001, 0x51000002, 0x51000002, 0x51000001}},
    {"f322s16", 0x4a800001, "rfcaz", {32767, 32767, 32767, 32767, 32767}},
    {"f322s32", 0x4a800001, "rfcaz", {4194304, 4194304, 4194305, 4194305, 4194304}},
    {"f322s64", 0x4a800001, "rfcaz", {4194304, 4194304, 4194305, 4194305, 4194304}},
    {"f322f32", 0x3f000000, "rfcaz", {0, 0, 0x3f800000, 0x3f800000, 0}},
    {"f322f16", 0x3f001000, "rfcazo", {0x3800, 0x3800, 0x3801, 0x3801, 0x3800, 0x3801}},
    {"f322bf16", 0x3f00a000, "rfcaz", {0x3f01, 0x3f00, 0x3f01, 0x3f01, 0x3f00}},
    {"s322s16", 0x7fffffff, "-", {32767}},
    {"s642s32", 0x80000000, "-", {2147483647}},
}};

TEST(GoldenPublishedExamples, AreReproduced) {
  const Behaviour golden = golden_behaviour();
  for (const Example& example : kExamples) {
    const std::string modes = example.modes;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const std::string suffix = modes[i] == '-' ? "" : std::string(1, modes[i]);
      const std::string name = std::string("vconv_") + example.pair + suffix;
      const auto element = element_conversion(golden, spec::cell_named(name).value(), 0);
      EXPECT_EQ(convert(golden, element, example.source), example.expected[i]) << name;
    }
  }
}

// bf16 to f16: 48.75 * 2^-24 is between two subnormal f16 numbers. The pair itself is not in the
// vconv table; the same value as f32 is.
TEST(GoldenPublishedExamples, SubnormalResultsRoundAtTheirOwnPrecision) {
  const Behaviour golden = golden_behaviour();
  const std::uint64_t source = 0x36430000;
  for (const auto& [name, expected] :
       {std::pair("r", 49U), std::pair("c", 49U), std::pair("a", 49U), std::pair("f", 48U),
        std::pair("z", 48U), std::pair("o", 49U)}) {
    const auto cell = spec::cell_named("vconv_f322f16" + std::string(name)).value();
    EXPECT_EQ(convert(golden, element_conversion(golden, cell, 0), source), expected) << name;
  }
}

}  // namespace
}  // namespace vconform::adapters::golden
