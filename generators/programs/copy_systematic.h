// Copies of every f16, and of listed values under fixed words, in contiguous shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// The cases of rows that compute and have an f16 source, with every pattern under several halves.
// Rows whose elements arrive unchanged have none, except DEQ_NONE with isRelu.
std::size_t copy_exhaustive_case_count(const spec::Conversion& row);
spec::Case copy_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index);

// The cases of rows that compute and have a wider source: for each word of copy_grid(row) the
// sources of every family, at most this many of each.
inline constexpr std::uint64_t kMostOfACopyFamily = 256;
std::size_t copy_listed_case_count(const spec::Conversion& row);
spec::Case copy_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index);

// Scales, offsets, signs, shifts with and without MCB; a single 0 if a row reads no word.
std::vector<std::uint64_t> copy_grid(const spec::Conversion& row);
std::vector<std::uint64_t> listed_copied(const spec::Conversion& row, std::uint64_t word);

}  // namespace vconform::generators
