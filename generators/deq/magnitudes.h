// Dequantisations with an argument at every magnitude.
#pragma once

#include <vector>

#include "generators/vector/magnitudes.h"

namespace vconform::generators {

// Of an instruction of the family deq or of a CastDeq, with and without a vector: vector_magnitudes
// in each form in which it can say them, and the places of a vector.
std::vector<MagnitudeCase> deq_magnitudes(const spec::Cell& cell, std::uint64_t ctrl);

}  // namespace vconform::generators
