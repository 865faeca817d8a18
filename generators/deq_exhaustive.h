// Every s16 under fixed factors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/case.h"
#include "spec/conversions.h"

namespace vconform::generators {

// For the b8 rows of the family deq. With the factor in DEQSCALE: each s16 under four factors of
// kFactorGrid, others in each of the four rows. With a vector, which holds all sixteen:
// each s16 but for 256 under one of them, another in each of the four rows.
std::size_t deq_exhaustive_case_count(const spec::Conversion& row);
// Contiguous full repeats under this CTRL (normal mode). Neighbours hold patterns far apart.
spec::Case deq_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index);

}  // namespace vconform::generators
