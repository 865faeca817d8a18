// An s32 shifted to an s16 (asc-devkit:随路量化, data_copy_enhanced, N).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour.h"

namespace vconform::adapters::golden {

struct ShiftRules {
  spec::RuleId rounding;
  spec::RuleId to_s16;
};

inline constexpr ShiftRules kFixpipeShift = {spec::cite("shift.rounding"),
                                             spec::cite("shift.to-s16")};
inline constexpr ShiftRules kCopyShift = {spec::cite("copy.shift-rounding"),
                                          spec::cite("copy.shift-to-s16")};

// The steps, as the readings have them.
struct ShiftChain {
  // Half of the last bit kept is added first.
  bool rounds = false;
  // The low 16 bits are kept instead of saturating.
  bool wraps = false;
};

ShiftChain shift_chain(const Behaviour& behaviour, const ShiftRules& rules);

// to_s16(source >> (n + 1)); n in 0..15.
std::int64_t shifted_to_s16(const ShiftChain& chain, std::int64_t source, std::uint64_t n);

}  // namespace vconform::adapters::golden
