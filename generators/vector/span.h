// The generators' own arithmetic of strided walks, in DataBlocks of 32 bytes.
#pragma once

#include <cstdint>

namespace vconform::generators {

// Block b of repeat r lies repeat_stride * r + block_stride * b blocks after the first one.
struct Walk {
  std::uint64_t blocks = 1;
  std::uint64_t repeats = 1;
  std::uint64_t block_stride = 1;
  std::uint64_t repeat_stride = 0;
};

// The number of blocks from the first to the last one that the walk touches, both included.
// `blocks` and `repeats` must be at least 1.
constexpr std::uint64_t span_blocks(const Walk& walk) {
  return (walk.repeats - 1) * walk.repeat_stride + (walk.blocks - 1) * walk.block_stride + 1;
}

// Whether no two (repeat, block) pairs meet in one DataBlock.
bool touches_distinct_blocks(const Walk& walk);

// A part of UB, in blocks.
struct Region {
  std::uint64_t first = 0;
  std::uint64_t blocks = 0;
};

}  // namespace vconform::generators
