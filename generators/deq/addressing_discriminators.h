// Discriminating cases for rules about which bytes a dequantisation reads and writes, for every
// instruction of the families deq and cast_deq.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// b8 results that are not 0, over a destination of zeros: deq.other-half does not show.
std::vector<DiscriminatingCase> deq_half_cases();
// The same over a destination without zeros.
std::vector<DiscriminatingCase> deq_other_half_cases();
// One repeat stride of more than 12 bits at a time, that 8 bits make contiguous and 12 do not.
// Block strides that wide would leave UB.
std::vector<DiscriminatingCase> deq_stride_width_cases();
// Masks with gaps and ends; in counter mode a partial repeat, first and last. Of a CastDeq its
// three forms.
std::vector<DiscriminatingCase> deq_inactive_lane_cases();

}  // namespace vconform::generators
