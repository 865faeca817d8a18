// Copies of every f16 under fixed words, in contiguous blocks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The cases of rows that compute and have an f16 source, with every pattern under several halves.
// Rows whose elements arrive unchanged have none, except DEQ_NONE with isRelu.
std::size_t copy_exhaustive_case_count(const spec::Conversion& row,
                                       spec::FeatureSet claimed = spec::kAllFeatures);
spec::Case copy_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                                spec::FeatureSet claimed = spec::kAllFeatures);

}  // namespace vconform::generators
