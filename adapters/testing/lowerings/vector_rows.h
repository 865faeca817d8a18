// One row of elements by an instruction, as the lowerings of this folder share it: whole repeats,
// up to 255 at a time, then a masked one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "adapters/vconform_lowering.h"

namespace lowerings {

template <typename Dst, typename Src>
constexpr std::uint32_t repeat_of() {
  return 256 / static_cast<std::uint32_t>(std::max(sizeof(Dst), sizeof(Src)));
}

inline void set_first_lanes(std::uint32_t lanes) {
  const auto low = [](std::uint32_t n) { return n >= 64 ? ~0ULL : (1ULL << n) - 1; };
  set_vector_mask(lanes > 64 ? low(lanes - 64) : 0, low(lanes));
}

// `convert` calls the instruction with its seven arguments. Both pointers are aligned.
template <typename Dst, typename Src, typename Convert>
void convert_row(Dst* dst, Src* src, std::uint32_t count, Convert convert) {
  constexpr std::uint32_t kRepeat = repeat_of<Dst, Src>();
  constexpr auto kDstStride = static_cast<int>(kRepeat * sizeof(Dst) / 32);
  constexpr auto kSrcStride = static_cast<int>(kRepeat * sizeof(Src) / 32);
  set_vector_mask(~0ULL, ~0ULL);
  std::uint32_t whole = count / kRepeat;
  while (whole > 0) {
    const std::uint32_t repeats = std::min<std::uint32_t>(whole, 255);
    convert(dst, src, static_cast<int>(repeats), 1, 1, kDstStride, kSrcStride);
    dst += repeats * kRepeat;
    src += repeats * kRepeat;
    whole -= repeats;
  }
  if (count % kRepeat != 0) {
    set_first_lanes(count % kRepeat);
    convert(dst, src, 1, 1, 1, kDstStride, kSrcStride);
  }
}

}  // namespace lowerings
