#include "adapters/golden/shift.h"

#include <algorithm>

#include "adapters/golden/fixed.h"

namespace vconform::adapters::golden {

ShiftChain shift_chain(const Behaviour& behaviour, const ShiftRules& rules) {
  return {behaviour.reads(rules.rounding, "nearest"), behaviour.reads(rules.to_s16, "wraps")};
}

std::int64_t shifted_to_s16(const ShiftChain& chain, std::int64_t source, std::uint64_t n) {
  constexpr int kS16Bits = 16;
  const std::int64_t half = chain.rounds ? std::int64_t{1} << n : 0;
  const std::int64_t shifted = (source + half) >> (n + 1);
  return chain.wraps ? wrapped(shifted, kS16Bits)
                     : std::clamp<std::int64_t>(shifted, -0x8000, 0x7fff);
}

}  // namespace vconform::adapters::golden
