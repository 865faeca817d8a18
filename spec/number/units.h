// Units of addresses and lengths in the vector instructions (general_parameters, "datablock").
#pragma once

#include <cstdint>

namespace vconform::spec {

// A DataBlock: the unit of every block and repeat stride.
inline constexpr std::uint64_t kBlockBytes = 32;
// A repeat touches eight DataBlocks of the wider operand.
inline constexpr std::uint64_t kBlocksPerRepeat = 8;
inline constexpr std::uint64_t kRepeatBytes = kBlockBytes * kBlocksPerRepeat;
inline constexpr std::uint64_t kBitsPerByte = 8;
// repeatTimes must not exceed this (general_parameters).
inline constexpr std::uint64_t kMaxRepeat = 255;
// Bits of {mask1, mask0}; a narrower repeat uses the low ones.
inline constexpr std::uint64_t kMaskBits = 128;

}  // namespace vconform::spec
