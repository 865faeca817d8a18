// For tests: quant words and deqValues, which agree up to bit 46, and sources of copies.
#pragma once

#include <cstdint>

#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::mutants {

inline constexpr std::uint64_t kSigned = std::uint64_t{1} << 46;
inline constexpr std::uint64_t kHalfScale = 0x3f000000;
inline constexpr std::uint64_t kNan = 0x7fc00000;

inline std::uint64_t s32(std::int32_t number) {
  return static_cast<std::uint32_t>(number);
}

inline std::uint64_t with_offset(std::uint64_t word, int offset) {
  return spec::kQuantOffset.put(word, static_cast<std::uint64_t>(offset));
}

inline std::uint64_t with_shift(std::uint64_t word, std::uint64_t n) {
  return spec::kQuantMcb.put(spec::kQuantShift.put(word, n - 1), 1);
}

}  // namespace vconform::adapters::mutants
