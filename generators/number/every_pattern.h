// Trying every pattern of a source.
#pragma once

#include <cstdint>

namespace vconform::generators {

// Sources of more bits have too many patterns.
inline constexpr int kExhaustiveSource = 16;
// Odd, so that its multiples reach every pattern of any width once before they repeat.
inline constexpr std::uint64_t kPatternStep = 0x9e37;

}  // namespace vconform::generators
