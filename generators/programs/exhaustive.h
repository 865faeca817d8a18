// Every pattern of a source of at most 16 bits, in contiguous full repeats.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Cases that it takes; 0 for wider sources and for the family cast_deq. Of the family deq, see
// deq_exhaustive.h, of the copies copy_systematic.h. Of vconv: 8- and 16-bit patterns fill whole
// repeats, so each occurs in exactly one element of one case. The 16 patterns of s4 do not fill a
// repeat of 128 elements: there each occurs 8 times. Where kRepeat is not claimed, each case is one
// repeat, and there are as many more.
std::size_t exhaustive_case_count(const spec::Conversion& row,
                                  spec::FeatureSet claimed = spec::kAllFeatures);

// Case `index` < exhaustive_case_count, as large as repeat, UB and the claim permit, under this
// CTRL (normal mode) and a full mask. Neighbouring elements hold patterns far apart.
spec::Case exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                           spec::FeatureSet claimed = spec::kAllFeatures);

}  // namespace vconform::generators
