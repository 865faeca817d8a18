// copy_matrix with an argument at every magnitude.
#pragma once

#include <vector>

#include "generators/vector/magnitudes.h"

namespace vconform::generators {

// Legal cases: NSize, MSize, the strides of either layout, nd counts and strides, the places of the
// operands and of both vectors. What a case does not read may be larger than any memory; what it
// reads fits into those of A2, and into a sparse GM.
std::vector<MagnitudeCase> matrix_magnitudes(const spec::Cell& cell, std::uint64_t ctrl,
                                             Pairs pairs);

}  // namespace vconform::generators
