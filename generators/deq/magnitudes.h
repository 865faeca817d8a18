// Dequantisations with an argument at every magnitude.
#pragma once

#include <vector>

#include "generators/vector/magnitudes.h"

namespace vconform::generators {

// The cases of vector_magnitudes for an instruction of the family deq or, with and without a
// vector, for a CastDeq in each form that can say them; and the places of a vector.
std::vector<MagnitudeCase> deq_magnitudes(const spec::Cell& cell, std::uint64_t ctrl, Pairs pairs);

}  // namespace vconform::generators
