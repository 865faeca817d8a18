// DataCopy with an argument at every magnitude.
#pragma once

#include <vector>

#include "generators/vector/magnitudes.h"

namespace vconform::generators {

// Legal cases: counts, lengths, gaps, the places of the operands and of the vectors, as far as the
// memories of the row's product and a sparse GM reach.
std::vector<MagnitudeCase> block_magnitudes(const spec::Cell& cell, std::uint64_t ctrl,
                                            Pairs pairs);

}  // namespace vconform::generators
