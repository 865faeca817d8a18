#include "generators/vector/span.h"

#include <gtest/gtest.h>

#include <set>

namespace vconform::generators {
namespace {

std::set<std::uint64_t> blocks_of(const Walk& walk) {
  std::set<std::uint64_t> blocks;
  for (std::uint64_t r = 0; r < walk.repeats; ++r) {
    for (std::uint64_t b = 0; b < walk.blocks; ++b) {
      blocks.insert(r * walk.repeat_stride + b * walk.block_stride);
    }
  }
  return blocks;
}

TEST(Span, AgreesWithTheListedBlocksForAllSmallWalks) {
  for (const std::uint64_t blocks : {1u, 2u, 4u, 8u}) {
    for (const std::uint64_t repeats : {1u, 2u, 3u, 7u, 8u, 9u, 20u}) {
      for (std::uint64_t block_stride = 0; block_stride < 24; ++block_stride) {
        for (std::uint64_t repeat_stride = 0; repeat_stride < 24; ++repeat_stride) {
          const Walk walk = {blocks, repeats, block_stride, repeat_stride};
          const std::set<std::uint64_t> listed = blocks_of(walk);
          ASSERT_EQ(span_blocks(walk), *listed.rbegin() + 1);
          ASSERT_EQ(touches_distinct_blocks(walk), listed.size() == blocks * repeats)
              << blocks << " " << repeats << " " << block_stride << " " << repeat_stride;
        }
      }
    }
  }
}

}  // namespace
}  // namespace vconform::generators
