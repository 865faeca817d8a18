// Cases that convert every s16 under fixed factors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The factors of DEQSCALE that each s16 meets in a row; the cases of one are neighbours.
inline constexpr std::uint64_t kScalarFactors = 4;

// The number of cases: 0 except for the b8 rows of the family deq. With the factor in DEQSCALE,
// each s16 meets kScalarFactors of kFactorGrid, others in each of the four rows. With a vector,
// which holds all sixteen, each s16 except 256 of them meets one factor, another in each of the
// four rows. If kRepeat is not claimed, each case is one repeat, and none of the 65536 is left out.
std::size_t deq_exhaustive_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
// Contiguous full repeats under this CTRL (normal mode). Patterns of neighbours lie far apart.
spec::Case deq_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                               spec::FeatureSet claimed);

}  // namespace vconform::generators
