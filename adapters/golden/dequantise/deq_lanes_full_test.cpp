// Test of the kernel of DEQ against the chain: every s16 with 4096 scales under golden's reading of
// each rule, and with 512 under any other.
#include "adapters/golden/dequantise/deq_lanes_test_support.h"

namespace vconform::adapters::golden {
namespace {

class GoldenDeqLanesFull : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenDeqLanesFull, EverySourceWithManyScales) {
  const std::string choice = GetParam();
  const DeqChain chain = choice.empty() ? deq_chain(golden_behaviour()) : deq_chain_with({choice});
  const std::vector<std::uint16_t> sources = every_s16();
  DrawnWords drawn(5);
  // Golden's own readings matter most.
  const std::size_t scales = choice.empty() ? 4096 : 512;
  for (std::size_t i = 0; i < scales / kernels::kFactorLanes; ++i) {
    LaneWords words;
    for (std::uint64_t& word : words) {
      // Half of them have an exponent with which some s16 give neither 0 nor a limit.
      const std::uint64_t bits = drawn.next();
      const std::uint64_t exponent = (bits & 1) != 0 ? (bits >> 1) % 32 + 100 : bits >> 1 & 0xff;
      const std::uint64_t m = exponent << 23 | (bits >> 20 & 0x7fffff) | (bits >> 9 & 1) << 31;
      word = spec::deq_factor(static_cast<std::uint32_t>(m), static_cast<int>(bits >> 44 & 0x1ff),
                              (bits >> 63) != 0);
    }
    ASSERT_NO_FATAL_FAILURE(expect_the_chain(chain, words, sources));
  }
}

INSTANTIATE_TEST_SUITE_P(Readings, GoldenDeqLanesFull,
                         ::testing::Values("", "deq.scale-bits=nearest", "deq.product=exact",
                                           "deq.s9-rounding=a", "deq.s9-rounding=z",
                                           "deq.s9-rounding=f", "deq.s9-rounding=c",
                                           "deq.s9-clamp=none", "deq.offset-sign=unsigned",
                                           "deq.offset-order=before-rounding", "deq.add=wrap9"));

}  // namespace
}  // namespace vconform::adapters::golden
