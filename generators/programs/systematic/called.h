// Systematic cases of the family cast_deq: those of the instruction for which a call stands,
// called.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The number of cases; 0 for rows of other families. Every s16 meets one factor of DEQSCALE, in a
// call that writes the first half of each block, and, except 256 of them, one of a vector, in a
// call that writes the later half. For an s32 they are those of vconv_deq.
std::size_t called_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
// The call sets its mask itself: it is contiguous and full.
spec::Case called_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                       spec::FeatureSet claimed);

}  // namespace vconform::generators
