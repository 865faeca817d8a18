// Tests of single s16, computed on paper: the witnesses of the readings, saturation, special
// scales.
#include "adapters/golden/dequantise/deq.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "spec/number/quantization.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kHalf = 0x3f000000;

DeqChain chain_with(const std::string& choice_text) {
  Behaviour golden = golden_behaviour();
  if (!choice_text.empty()) {
    spec::pin_from_text(golden.choices, choice_text);
  }
  return deq_chain(golden);
}

struct Source {
  int number;
  std::uint32_t scale;
  int offset = 0;
  bool sign = true;
};

// The result as a number: 0..255 for a u8, -128..127 for an s8.
int result(const DeqChain& chain, const Source& source) {
  const auto pattern = static_cast<std::uint64_t>(source.number) & 0xffff;
  const std::uint64_t byte =
      deq_b8(chain, pattern, spec::deq_factor(source.scale, source.offset, source.sign));
  EXPECT_LT(byte, 256U);
  return source.sign ? static_cast<std::int8_t>(byte) : static_cast<int>(byte);
}

int result(const std::string& choice_text, const Source& source) {
  return result(chain_with(choice_text), source);
}

TEST(GoldenDeq, MIsTakenAs1810) {
  struct Row {
    Source source;
    std::array<int, 3> truncate_nearest_f32;
  };
  for (const Row& row :
       {Row{{18696, 0x3bb5789d}, {103, 104, 104}}, Row{{2455, 0x3d15525d}, {89, 90, 89}},
        Row{{32420, 0x3b26ce84}, {82, 82, 83}}}) {
    EXPECT_EQ(result("deq.scale-bits=truncate", row.source), row.truncate_nearest_f32[0]);
    EXPECT_EQ(result("deq.scale-bits=nearest", row.source), row.truncate_nearest_f32[1]);
    EXPECT_EQ(result("deq.scale-bits=f32", row.source), row.truncate_nearest_f32[2]);
    EXPECT_EQ(result("", row.source), row.truncate_nearest_f32[0]);
  }
}

TEST(GoldenDeq, MRoundsToNearestTiesToEven) {
  EXPECT_EQ(scale_nearest(0x3f801000), 0x3f800000U) << "a tie, the last bit kept is 0";
  EXPECT_EQ(scale_nearest(0x3f803000), 0x3f804000U) << "a tie, the last bit kept is 1";
  EXPECT_EQ(scale_nearest(0x3f801001), 0x3f802000U);
  EXPECT_EQ(scale_nearest(0xbffff000), 0xc0000000U) << "the carry moves into the exponent";
  EXPECT_EQ(scale_nearest(0x7f7fffff), 0x7f800000U);
  EXPECT_EQ(scale_nearest(0x7fffffff), 0x7fffffffU) << "a NaN stays what it is";
}

TEST(GoldenDeq, TheProductIsAnF32) {
  struct Row {
    Source source;
    int f32;
    int exact;
  };
  for (const Row& row :
       {Row{{12667, 0x3bb66000}, 70, 71}, Row{{15035, 0x3bb1a000}, 82, 81},
        Row{{27375, 0x3b81e000}, 108, 109}, Row{{29607, 0x3c02e000, 0, false}, 236, 237},
        Row{{15991, 0x3c172000, 0, false}, 148, 147}}) {
    EXPECT_EQ(result("", row.source), row.f32);
    EXPECT_EQ(result("deq.product=exact", row.source), row.exact);
  }
}

TEST(GoldenDeq, HalvesByTheRoundingToS9) {
  struct Row {
    const char* choice;
    std::array<int, 4> results;
  };
  for (const Row& row :
       {Row{"deq.s9-rounding=r", {3, 3, -1, -1}}, Row{"deq.s9-rounding=a", {3, 4, -1, -2}},
        Row{"deq.s9-rounding=z", {2, 3, 0, -1}}, Row{"deq.s9-rounding=f", {2, 3, -1, -2}},
        Row{"deq.s9-rounding=c", {3, 4, 0, -1}},
        Row{"deq.offset-order=before-rounding", {2, 4, 0, -2}}}) {
    const std::array<int, 4> sources = {3, 5, -3, -5};
    for (std::size_t i = 0; i < sources.size(); ++i) {
      EXPECT_EQ(result(row.choice, {sources[i], kHalf, 1}), row.results[i])
          << row.choice << " " << sources[i];
    }
  }
}

TEST(GoldenDeq, TheProductSaturatesToS9BeforeTheOffset) {
  EXPECT_EQ(result("", {1000, kOne, -200, false}), 55);
  EXPECT_EQ(result("deq.s9-clamp=none", {1000, kOne, -200, false}), 255);
  EXPECT_EQ(result("", {-1000, kOne, 255, true}), -1);
  EXPECT_EQ(result("deq.s9-clamp=none", {-1000, kOne, 255, true}), -128);
}

TEST(GoldenDeq, TheOffsetIsAnS9) {
  EXPECT_EQ(result("", {10, kOne, 0x1ff, false}), 9);
  EXPECT_EQ(result("deq.offset-sign=unsigned", {10, kOne, 0x1ff, false}), 255);
  EXPECT_EQ(result("", {0, kOne, 255, false}), 255);
  EXPECT_EQ(result("", {200, kOne, -256, true}), -56);
}

TEST(GoldenDeq, TheSumHasAsManyBitsAsItNeeds) {
  EXPECT_EQ(result("", {255, kOne, 255, true}), 127);
  EXPECT_EQ(result("", {255, kOne, 255, false}), 255);
  EXPECT_EQ(result("deq.add=wrap9", {255, kOne, 255, true}), -2);
  EXPECT_EQ(result("deq.add=wrap9", {255, kOne, 255, false}), 0);
  EXPECT_EQ(result("", {-256, kOne, -256, true}), -128);
  EXPECT_EQ(result("", {-256, kOne, -256, false}), 0);
  EXPECT_EQ(result("deq.add=wrap9", {-256, kOne, -256, true}), 0);
}

TEST(GoldenDeq, BothReadingsTogetherKeepTheLowBitsOfAHugeProduct) {
  Behaviour golden = golden_behaviour();
  golden.pin(choice("deq.s9-clamp", "none"));
  golden.pin(choice("deq.add", "wrap9"));
  const DeqChain chain = deq_chain(golden);
  EXPECT_EQ(result(chain, {1, 0x43ff8000, 0, false}), 0) << "511 is -1";
  EXPECT_EQ(result(chain, {1, 0x44000000, 7, false}), 7) << "512 is 0";
  EXPECT_EQ(result(chain, {-1, 0x7f7fe000, 7, false}), 7);
}

TEST(GoldenDeq, ResultsSaturateAtTheirLimits) {
  EXPECT_EQ(result("", {127, kOne}), 127);
  EXPECT_EQ(result("", {128, kOne}), 127);
  EXPECT_EQ(result("", {-128, kOne}), -128);
  EXPECT_EQ(result("", {-129, kOne}), -128);
  EXPECT_EQ(result("", {255, kOne, 0, false}), 255);
  EXPECT_EQ(result("", {255, kOne, 1, false}), 255);
  EXPECT_EQ(result("", {-1, kOne, 0, false}), 0);
}

TEST(GoldenDeq, ReservedBitsHaveNoSay) {
  const DeqChain chain = chain_with("");
  const std::uint64_t factor = spec::deq_factor(0x40490000, -3, true);
  for (std::uint64_t source = 0; source < 65536; source += 37) {
    EXPECT_EQ(deq_b8(chain, source, factor | spec::reserved_bits(spec::Word::kFactor)),
              deq_b8(chain, source, factor));
  }
}

TEST(GoldenDeq, TinyAndHugeScales) {
  EXPECT_EQ(result("", {32767, 0x00000001}), 0);
  EXPECT_EQ(result("", {-32768, 0x807fe000, 5}), 5) << "a subnormal M";
  EXPECT_EQ(result("deq.s9-rounding=c", {1, 0x00002000}), 1) << "the product is a subnormal f32";
  EXPECT_EQ(result("", {32767, 0x7f7fe000, -100}), 127) << "beyond f32: like a huge number";
  EXPECT_EQ(result("", {-32768, 0x7f7fe000, 100}), -128);
  EXPECT_EQ(result("deq.offset-order=before-rounding", {-32768, 0x7f7fe000, 255}), -128);
  EXPECT_EQ(result("deq.product=exact", {-32768, 0x7f7fe000, 255, false}), 0);
  EXPECT_EQ(result("", {0, 0x7f7fe000, 9}), 9);
  EXPECT_EQ(result("", {0, 0x80000000, 9}), 9);
}

// Compares every source with the same chain in plain integers, for scales that are powers of two.
TEST(GoldenDeq, PowersOfTwoAgreeWithPlainIntegers) {
  const DeqChain chain = chain_with("deq.s9-rounding=f");
  for (int shift = 0; shift <= 16; ++shift) {
    const std::uint32_t scale = kOne - (static_cast<std::uint32_t>(shift) << 23);
    for (int source = -32768; source <= 32767; source += 7) {
      const int s9 = std::clamp(source >> shift, -256, 255);
      EXPECT_EQ(result(chain, {source, scale, -30}), std::clamp(s9 - 30, -128, 127));
    }
  }
}

}  // namespace
}  // namespace vconform::adapters::golden
