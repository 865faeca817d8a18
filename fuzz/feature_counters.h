// Features that an engine counts as covered besides code.
#pragma once

#include <cstddef>

namespace vconform::fuzz {

// A power of two.
inline constexpr std::size_t kFeatureCounters = 8192;

// Counts for the current input; the engine forgets it before the next one.
void count_feature(std::size_t which);

}  // namespace vconform::fuzz
