// The words that the values of a sweep of copies meet.
#pragma once

#include <cstdint>

#include "spec/rows/conversion.h"

namespace vconform::generators {

// The elements of one copy; their sources lie without gaps, in the order of the values.
inline constexpr std::uint64_t kSweptElements = 1 << 14;

// The word that the values of number `first` / kSweptElements meet, 0 if the row reads none. Mostly
// one under which their results lie in the range of the type, so that all of it shows.
std::uint64_t swept_word(const spec::Conversion& row, std::uint64_t first);

}  // namespace vconform::generators
