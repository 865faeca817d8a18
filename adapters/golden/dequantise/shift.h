// The shift of an s32 to an s16 (asc-devkit:随路量化, data_copy_enhanced, N).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"

namespace vconform::adapters::golden {

struct ShiftRules {
  Choice rounds_to_nearest;
  Choice wraps;
};

inline constexpr ShiftRules kFixpipeShift = {choice("shift.rounding", "nearest"),
                                             choice("shift.to-s16", "wraps")};
inline constexpr ShiftRules kCopyShift = {choice("copy.shift-rounding", "nearest"),
                                          choice("copy.shift-to-s16", "wraps")};

// source >> (n + 1): the dropped bits are cut off, or rounded by adding half of the last bit kept.
std::int64_t shift_floor(std::int64_t source, std::uint64_t n);
std::int64_t shift_nearest(std::int64_t source, std::uint64_t n);

// A number beyond an s16 becomes its limit, or keeps its low 16 bits.
std::int64_t saturate_s16(std::int64_t number);
std::int64_t wrap_s16(std::int64_t number);

// The steps under the readings that hold.
struct ShiftChain {
  std::int64_t (*shift)(std::int64_t source, std::uint64_t n) = shift_floor;
  std::int64_t (*to_s16)(std::int64_t number) = saturate_s16;
};

ShiftChain shift_chain(const Behaviour& behaviour, const ShiftRules& rules);

// `source` is an s32, n the field N, 0..15.
std::int64_t shifted_to_s16(const ShiftChain& chain, std::int64_t source, std::uint64_t n);

}  // namespace vconform::adapters::golden
