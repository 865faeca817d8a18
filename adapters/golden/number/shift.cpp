#include "adapters/golden/number/shift.h"

#include <algorithm>

#include "adapters/golden/number/fixed.h"

namespace vconform::adapters::golden {

std::int64_t shift_floor(std::int64_t source, std::uint64_t n) {
  return source >> (n + 1);
}

std::int64_t shift_nearest(std::int64_t source, std::uint64_t n) {
  return (source + (std::int64_t{1} << n)) >> (n + 1);
}

std::int64_t saturate_s16(std::int64_t number) {
  return std::clamp<std::int64_t>(number, -0x8000, 0x7fff);
}

std::int64_t wrap_s16(std::int64_t number) {
  return wrapped(number, 16);
}

ShiftChain shift_chain(const Behaviour& behaviour, const ShiftRules& rules) {
  return {behaviour.follows(rules.rounds_to_nearest) ? shift_nearest : shift_floor,
          behaviour.follows(rules.wraps) ? wrap_s16 : saturate_s16};
}

std::int64_t shifted_to_s16(const ShiftChain& chain, std::int64_t source, std::uint64_t n) {
  return chain.to_s16(chain.shift(source, n));
}

}  // namespace vconform::adapters::golden
