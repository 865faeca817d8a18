// Copies of listed values under fixed words, in contiguous shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The cases of rows that copy_exhaustive.h does not try with every pattern: sources solved for each
// word of copy_grid(row), at most kMostOfACopyFamily of a family, and under the first word those of
// the row's source type. The first words occur again under each ReLU that is claimed.
inline constexpr std::uint64_t kMostOfACopyFamily = 256;
// A family of the source type is listed whole up to this size: every power of two of an f64 with
// its neighbours, but not every NaN.
inline constexpr std::uint64_t kMostOfASourceFamily = 1 << 14;
std::size_t copy_listed_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
spec::Case copy_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                            spec::FeatureSet claimed);

// Scales, offsets, signs, shifts with and without MCB; a single 0 if a row reads no word.
std::vector<std::uint64_t> copy_grid(const spec::Conversion& row);
std::vector<std::uint64_t> listed_copied(const spec::Conversion& row, std::uint64_t word);
// The sources that are listed whatever the word.
std::vector<std::uint64_t> listed_sources(const spec::Conversion& row);

}  // namespace vconform::generators
