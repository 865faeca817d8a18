#include "generators/vector/span.h"

#include <numeric>

namespace vconform::generators {

bool touches_distinct_blocks(const Walk& walk) {
  // Two blocks meet iff i * repeat_stride = j * block_stride for some |i| < repeats, |j| < blocks,
  // not both 0; the least such pair is (block_stride, repeat_stride) / gcd.
  const std::uint64_t divisor = std::gcd(walk.repeat_stride, walk.block_stride);
  if (divisor == 0) {
    return walk.repeats * walk.blocks <= 1;
  }
  return walk.block_stride / divisor >= walk.repeats || walk.repeat_stride / divisor >= walk.blocks;
}

}  // namespace vconform::generators
