// Tests that the kernel of DEQ agrees with the chain under every reading and for every instruction
// set.
#include "adapters/golden/dequantise/deq_lanes.h"

#include "adapters/golden/dequantise/deq_lanes_test_support.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::uint32_t kMostly[] = {0x000, 0x001, 0x1ff, 0x200, 0x201, 0x3fe, 0x3ff};
constexpr int kOffsets[] = {0, 1, -1, 127, -128, 128, 255, -256};

std::vector<std::uint16_t> some_s16() {
  std::vector<std::uint16_t> sources;
  for (int bit = 0; bit < 16; ++bit) {
    for (const int near : {-1, 0, 1}) {
      sources.push_back(static_cast<std::uint16_t>((1 << bit) + near));
      sources.push_back(static_cast<std::uint16_t>(-(1 << bit) + near));
    }
  }
  DrawnWords drawn(6);
  for (int i = 0; i < 96; ++i) {
    sources.push_back(static_cast<std::uint16_t>(drawn.next()));
  }
  return sources;
}

// A factor whose M has these fields; the low 13 bits of M and everything else are drawn.
std::uint64_t factor(DrawnWords& drawn, std::uint64_t exponent, std::uint64_t fraction) {
  const std::uint64_t word = drawn.next();
  const std::uint32_t m = static_cast<std::uint32_t>(exponent << 23 | fraction << 13 |
                                                     (word & 0x1fff) | (word >> 32 & 1) << 31);
  return spec::deq_factor(m, kOffsets[word >> 40 & 7], (word >> 33 & 1) != 0);
}

// Factors of this exponent: the edges of the fraction, and drawn ones.
LaneWords factors_of_exponent(DrawnWords& drawn, std::uint64_t exponent) {
  LaneWords words;
  std::size_t lane = 0;
  for (const std::uint32_t fraction : kMostly) {
    words[lane++] = factor(drawn, exponent, fraction);
  }
  while (lane < words.size()) {
    const std::uint64_t fraction = drawn.next() & 0x3ff;
    words[lane++] = factor(drawn, exponent, fraction);
  }
  return words;
}

LaneWords drawn_factors(DrawnWords& drawn) {
  LaneWords words;
  for (std::uint64_t& word : words) {
    const std::uint64_t exponent = drawn.next() % 48 + 94;
    const std::uint64_t fraction = drawn.next() & 0x3ff;
    word = factor(drawn, exponent, fraction);
  }
  return words;
}

std::vector<std::vector<std::string>> every_reading() {
  std::vector<std::vector<std::string>> all = {{}};
  const std::vector<std::vector<std::string>> rules = {
      {"deq.scale-bits=truncate", "deq.scale-bits=nearest"},
      {"deq.product=f32", "deq.product=exact"},
      {"deq.s9-rounding=r", "deq.s9-rounding=a", "deq.s9-rounding=z", "deq.s9-rounding=f",
       "deq.s9-rounding=c"},
      {"deq.s9-clamp=yes", "deq.s9-clamp=none"},
      {"deq.offset-sign=signed", "deq.offset-sign=unsigned"},
      {"deq.offset-order=after-s9", "deq.offset-order=before-rounding"},
      {"deq.add=no-wrap", "deq.add=wrap9"},
  };
  for (const auto& readings : rules) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& begun : all) {
      for (const std::string& reading : readings) {
        longer.push_back(begun);
        longer.back().push_back(reading);
      }
    }
    all = longer;
  }
  return all;
}

TEST(GoldenDeqLanes, EveryReadingWithEveryExponent) {
  const std::vector<std::uint16_t> sources = some_s16();
  std::uint64_t exponent = 0;
  DrawnWords drawn(1);
  for (const auto& choices : every_reading()) {
    const DeqChain chain = deq_chain_with(choices);
    for (int i = 0; i < 8; ++i) {
      SCOPED_TRACE(::testing::PrintToString(choices));
      expect_the_chain(chain, drawn_factors(drawn), sources);
      expect_the_chain(chain, factors_of_exponent(drawn, exponent++ % 256), sources);
      if (::testing::Test::HasFailure()) {
        return;
      }
    }
  }
}

TEST(GoldenDeqLanes, EveryExponentOfGolden) {
  const std::vector<std::uint16_t> sources = some_s16();
  const DeqChain chain = deq_chain(golden_behaviour());
  DrawnWords drawn(2);
  for (std::uint64_t exponent = 0; exponent < 256; ++exponent) {
    ASSERT_NO_FATAL_FAILURE(expect_the_chain(chain, factors_of_exponent(drawn, exponent), sources));
  }
}

TEST(GoldenDeqLanes, EverySourceOfGolden) {
  const DeqChain chain = deq_chain(golden_behaviour());
  DrawnWords drawn(3);
  for (std::uint64_t exponent = 96; exponent < 138; exponent += 3) {
    ASSERT_NO_FATAL_FAILURE(
        expect_the_chain(chain, factors_of_exponent(drawn, exponent), every_s16()));
  }
}

TEST(GoldenDeqLanes, AnyCountOfLanes) {
  const DeqChain chain = deq_chain(golden_behaviour());
  DrawnWords drawn(4);
  const LaneWords words = drawn_factors(drawn);
  const auto factors = deq_factors(chain, words);
  ASSERT_TRUE(factors);
  std::vector<std::uint8_t> source(2 * 50);
  for (std::uint8_t& byte : source) {
    byte = static_cast<std::uint8_t>(drawn.next());
  }
  for (const kernels::InstructionSet set : kernels::instruction_sets()) {
    for (std::size_t count = 0; count <= 50; ++count) {
      std::vector<std::uint8_t> results(51, 0xee);
      kernels::pipelines(set).deq(*factors, source.data(), results.data(), count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t pattern = source[2 * i] | std::uint64_t{source[2 * i + 1]} << 8;
        EXPECT_EQ(results[i], deq_b8(chain, pattern, words[i % words.size()]));
      }
      EXPECT_EQ(results[count], 0xee);
    }
  }
}

TEST(GoldenDeqLanes, ChainsThatTheKernelDoesNotHave) {
  const DeqChain golden = deq_chain(golden_behaviour());
  LaneWords words;
  words.fill(spec::deq_factor(0x3f800000, 0, true));
  EXPECT_TRUE(deq_factors(golden, words));
  DeqChain changed = golden;
  changed.s9_rounding = [](const Fixed& value) { return value.floor; };
  EXPECT_FALSE(deq_factors(changed, words));
  changed = golden;
  changed.saturate = [](std::int64_t sum, bool) { return sum; };
  EXPECT_FALSE(deq_factors(changed, words));
  changed = golden;
  changed.relu_before_offset = true;
  EXPECT_FALSE(deq_factors(changed, words));
  // 11 bits fit anywhere in M, 12 do not.
  const DeqChain whole = deq_chain_with({"deq.scale-bits=f32"});
  words[7] = spec::deq_factor(0x3f801000, 0, true);
  EXPECT_FALSE(deq_factors(whole, words));
  EXPECT_TRUE(deq_factors(golden, words));
  words[7] = spec::deq_factor(0x000007ff, 0, true);
  EXPECT_TRUE(deq_factors(whole, words));
}

}  // namespace
}  // namespace vconform::adapters::golden
