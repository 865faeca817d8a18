// Tests that the kernels of FIXPIPE and DataCopy agree with the chains, under every reading that
// they serve and for every instruction set.
#include <gtest/gtest.h>

#include "adapters/golden/data_copy/lanes.h"
#include "adapters/golden/dequantise/chain_lanes.h"
#include "adapters/golden/dequantise/deq_lanes_test_support.h"
#include "adapters/golden/kernels/pipelines_test_support.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::uint64_t kPairs = std::uint64_t{1} << 14;

TEST(GoldenPipelines, OfFixpipeGiveWhatTheChainGives) {
  Served count;
  for (const spec::Cell& cell : copy_matrix_cells()) {
    EXPECT_EQ(fixpipe_difference(cell, kPairs, count), "") << spec::instruction_name(cell);
  }
  // Only relu.at=result and some products of alpha and M1 have no kernel.
  EXPECT_GT(count.served, count.all * 9 / 10);
}

TEST(GoldenPipelines, OfDataCopyGiveWhatTheChainGives) {
  Served count;
  for (const spec::Cell& cell : co1_cells()) {
    EXPECT_EQ(copied_difference(cell, kPairs, count), "") << spec::instruction_name(cell);
  }
  EXPECT_GT(count.served, count.all * 9 / 10);
}

// deq.scale-bits=f32, for which the kernel of DEQ has too few bits.
TEST(GoldenPipelines, OfDeqWithWholeScales) {
  DrawnWords drawn(9);
  for (const char* product : {"deq.product=f32", "deq.product=exact", "deq.s9-rounding=f",
                              "deq.offset-order=before-rounding"}) {
    const DeqChain chain = deq_chain_with({"deq.scale-bits=f32", product});
    for (int i = 0; i < 200; ++i) {
      LaneWords words;
      for (std::uint64_t& word : words) {
        const std::uint64_t others = drawn.next() << 32;
        word = others | drawn_floating(drawn, spec::format_of(spec::NumberType::kF32), 117);
      }
      std::vector<std::uint16_t> sources(64);
      for (std::uint16_t& source : sources) {
        source = static_cast<std::uint16_t>(
            drawn_integer(drawn, spec::format_of(spec::NumberType::kS16)));
      }
      const auto pipeline = deq_b8_lanes(chain, words);
      ASSERT_TRUE(pipeline);
      const std::vector<std::uint8_t> bytes = sixteenfold(sources);
      for (const kernels::InstructionSet set : kernels::instruction_sets()) {
        std::vector<std::uint8_t> results(bytes.size() / 2);
        pipeline->with(kernels::pipelines(set))
            .convert(bytes.data(), results.data(), results.size());
        ASSERT_EQ(results, expected_of(chain, words, sources)) << product;
      }
    }
  }
}

}  // namespace
}  // namespace vconform::adapters::golden
