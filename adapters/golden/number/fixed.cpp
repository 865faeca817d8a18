#include "adapters/golden/number/fixed.h"

#include <bit>

#include "adapters/golden/number/rounding_table.h"

namespace vconform::adapters::golden {

namespace {

bool is_integer(const Fixed& value) {
  return !value.guard && !value.sticky;
}

std::int64_t up_if(bool up, const Fixed& value) {
  return value.floor + (up ? 1 : 0);
}

// -(kept + fraction) is -(kept + 1) + (1 - fraction).
Fixed negated(const Tail& tail) {
  const auto kept = static_cast<std::int64_t>(tail.kept);
  if (!tail.inexact()) {
    return {-kept, false, false};
  }
  return {-kept - 1, !(tail.guard && tail.sticky), tail.sticky};
}

}  // namespace

Fixed fixed(const Unpacked& value) {
  if (value.kind == Kind::kNan || (value.kind == Kind::kNumber && value.significand == 0)) {
    return {};
  }
  constexpr int kHugeExponent = 62;
  const int bits = static_cast<int>(std::bit_width(value.significand)) + value.exponent;
  if (value.kind == Kind::kInfinity || bits > kHugeExponent) {
    return {value.negative ? -kHuge : kHuge, false, false};
  }
  const Tail tail = shift_right(value.significand, -value.exponent, value.negative);
  return value.negative ? negated(tail)
                        : Fixed{static_cast<std::int64_t>(tail.kept), tail.guard, tail.sticky};
}

std::int64_t wrapped(std::int64_t number, int bits) {
  const int above = 64 - bits;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << above) >> above;
}

std::int64_t fixed_nearest_even(const Fixed& value) {
  const bool odd = (value.floor & 1) != 0;
  return up_if(value.guard && (value.sticky || odd), value);
}

std::int64_t fixed_nearest_away(const Fixed& value) {
  return up_if(value.guard && (value.sticky || value.floor >= 0), value);
}

std::int64_t fixed_toward_zero(const Fixed& value) {
  return up_if(value.floor < 0 && !is_integer(value), value);
}

std::int64_t fixed_floor(const Fixed& value) {
  return value.floor;
}

std::int64_t fixed_ceil(const Fixed& value) {
  return up_if(!is_integer(value), value);
}

}  // namespace vconform::adapters::golden
