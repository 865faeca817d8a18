// What to write into the mask register: bit masks, and counts for counter mode.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

struct LaneShape {
  // Elements of one repeat.
  std::uint64_t elements;
  // An operand is s4: counts are even, mask bits 2i and 2i+1 equal (s4.mask-pairs).
  bool pairs;
};

LaneShape lane_shape(const spec::Conversion& row);

inline constexpr spec::Mask kFullMask = {~std::uint64_t{0}, ~std::uint64_t{0}};

// Normal mode: full first, then edges of blocks; with garbage in the bits that no element has.
spec::Mask draw_mask(ChoiceSource& choices, LaneShape shape);

// Counter mode: a count of at most max_count (a multiple of shape.elements) in MASK[31:0], with
// garbage above.
spec::Mask draw_count(ChoiceSource& choices, LaneShape shape, std::uint64_t max_count);

// The lanes that are active in repeat r < repeats, `repeats` being those that execute.
spec::Mask active_lanes(const spec::Mask& mask, bool counter_mode, LaneShape shape,
                        std::uint64_t repeat);

}  // namespace vconform::generators
