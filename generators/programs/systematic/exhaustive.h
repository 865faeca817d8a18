// Cases that convert every pattern of a source of at most 16 bits, in contiguous full repeats.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The number of cases; 0 for wider sources. See deq/exhaustive.h for the family deq, called.h for
// cast_deq, copy_exhaustive.h for the copies. For vconv, 8- and 16-bit patterns fill whole
// repeats, so that each occurs in exactly one element of one case; the 16 patterns of s4 occur 8
// times each in a repeat of 128 elements. If kRepeat is not claimed, each case is one repeat, and
// there are as many more.
std::size_t exhaustive_case_count(const spec::Conversion& row,
                                  spec::FeatureSet claimed = spec::kAllFeatures);

// Case `index` < exhaustive_case_count, as large as repeat, UB and the claim permit, under this
// CTRL (normal mode) and a full mask. Patterns of neighbouring elements lie far apart.
spec::Case exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                           spec::FeatureSet claimed = spec::kAllFeatures);

// Those of the family vconv.
std::size_t vconv_exhaustive_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
spec::Case vconv_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                                 spec::FeatureSet claimed);

}  // namespace vconform::generators
