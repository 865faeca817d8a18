// Discriminating cases for rules about the bytes that a dequantisation reads and writes, for every
// instruction of the families deq and cast_deq.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// b8 results that are not 0, over a destination of zeros: deq.other-half does not show.
std::vector<DiscriminatingCase> deq_half_cases();
// The cases of deq_half_cases over a destination without zeros.
std::vector<DiscriminatingCase> deq_other_half_cases();
// A single repeat stride of more than 12 bits, which becomes contiguous modulo 2^8 and not modulo
// 2^12. Block strides as wide would leave UB.
std::vector<DiscriminatingCase> deq_stride_width_cases();
// Masks with gaps and ends; in counter mode a partial repeat, first and last; all three forms of a
// CastDeq.
std::vector<DiscriminatingCase> deq_inactive_lane_cases();
// A CastDeq by count, in normal and in counter mode outside, and one under the mask it leaves.
std::vector<DiscriminatingCase> cast_count_leaves_cases();
// A CastDeq that sets a mask, contiguous or bitwise, which as a count is another choice of
// elements.
std::vector<DiscriminatingCase> cast_mask_form_cases();

}  // namespace vconform::generators
