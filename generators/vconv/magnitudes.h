// vconv with an argument at every magnitude.
#pragma once

#include <vector>

#include "generators/vector/magnitudes.h"

namespace vconform::generators {

// A case for each of vector_magnitudes.
std::vector<MagnitudeCase> vconv_magnitudes(const spec::Cell& cell, std::uint64_t ctrl,
                                            Pairs pairs);

}  // namespace vconform::generators
