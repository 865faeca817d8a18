// Discriminating cases for rules about the elements that are read and written, for every
// instruction.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// Neighbours that differ: a full repeat, and one byte of it.
std::vector<DiscriminatingCase> nibble_cases();
// A single stride of more than 12 bits, with a remainder modulo 2^12 that is contiguous, then one
// that does not fit 8 bits either. Operands do not overlap and stay inside UB under every reading.
// Only operands of two blocks (s4) can have such a block stride: others would leave UB.
std::vector<DiscriminatingCase> stride_width_cases();
// Masks with gaps and ends; in counter mode a partial repeat, first and last.
std::vector<DiscriminatingCase> inactive_lane_cases();

}  // namespace vconform::generators
