// Cases that convert every value that interesting_values.h lists for a source wider than 16 bits,
// where trying every pattern is out of reach: no limit, tie family or special value is left to
// chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The distinct patterns for a row of the family vconv, ascending: each family whole, or
// kMostOfAFamily of it, evenly spaced with the first and the last.
inline constexpr std::uint64_t kMostOfAFamily = 4096;
std::vector<std::uint64_t> listed_patterns(const spec::Conversion& row);

// The number of cases; 0 for sources of at most 16 bits (see exhaustive.h). See deq/listed_values.h
// for vconv_deq, called.h for cast_deq, copy_listed.h for the copies. If kRepeat is
// not claimed, each case is one repeat, and there are as many more.
std::size_t listed_case_count(const spec::Conversion& row,
                              spec::FeatureSet claimed = spec::kAllFeatures);

// Case `index` < listed_case_count: contiguous full repeats under this CTRL (normal mode) and a
// full mask. The last repeat is filled up with its last pattern.
spec::Case listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                       spec::FeatureSet claimed = spec::kAllFeatures);

// Those of the family vconv, whatever the width of the source.
std::size_t vconv_listed_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
spec::Case vconv_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                             spec::FeatureSet claimed);

// The systematic cases of an instruction: every pattern of its source if there are exhaustive
// cases, otherwise the listed ones; then those of lanes.h.
std::size_t systematic_case_count(const spec::Conversion& row,
                                  spec::FeatureSet claimed = spec::kAllFeatures);
spec::Case systematic_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                           spec::FeatureSet claimed = spec::kAllFeatures);

}  // namespace vconform::generators
