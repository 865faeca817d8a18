// Values for the mask register: bit masks, and counts for counter mode.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

struct LaneShape {
  // The elements of one repeat.
  std::uint64_t elements;
  // Whether an operand is s4: counts are then even, and mask bits 2i and 2i+1 equal
  // (s4.mask-pairs).
  bool pairs;
};

LaneShape lane_shape(const spec::Conversion& row);

inline constexpr spec::Mask kFullMask = {~std::uint64_t{0}, ~std::uint64_t{0}};

constexpr spec::Mask either(const spec::Mask& a, const spec::Mask& b) {
  return {a.mask1 | b.mask1, a.mask0 | b.mask0};
}
constexpr spec::Mask without(const spec::Mask& a, const spec::Mask& b) {
  return {a.mask1 & ~b.mask1, a.mask0 & ~b.mask0};
}
// The lanes [first, end) of at most 128.
constexpr spec::Mask lanes_between(std::uint64_t first, std::uint64_t end) {
  return without(spec::contiguous_mask(end), spec::contiguous_mask(first));
}

// A mask for normal mode: full first, then edges of blocks; with garbage in the bits that no
// element has.
spec::Mask draw_mask(ChoiceSource& choices, LaneShape shape);

// A count for counter mode of at most max_count (a multiple of shape.elements) in MASK[31:0], with
// garbage above.
spec::Mask draw_count(ChoiceSource& choices, LaneShape shape, std::uint64_t max_count);

// The active lanes of repeat `repeat`, which must be one of those that execute.
spec::Mask active_lanes(const spec::Mask& mask, bool counter_mode, LaneShape shape,
                        std::uint64_t repeat);

}  // namespace vconform::generators
