#include "adapters/golden/number/nearest.h"

#include <algorithm>
#include <bit>

#include "adapters/golden/number/rounding_table.h"

namespace vconform::adapters::golden {

namespace {

// The exponent of the leading bit; the significand must not be 0.
int leading_exponent(const Unpacked& value) {
  return value.exponent + static_cast<int>(std::bit_width(value.significand)) - 1;
}

__extension__ using Wide = unsigned __int128;

// Sets the significand to 64 bits, the last one sticky.
void set_significand(Unpacked& value, Wide significand) {
  const auto high = static_cast<std::uint64_t>(significand >> 64);
  const int excess = static_cast<int>(std::bit_width(high));
  const bool lost = (significand & ((Wide{1} << excess) - 1)) != 0;
  value.significand = static_cast<std::uint64_t>(significand >> excess) | (lost ? 1 : 0);
  value.exponent += excess;
}

bool is_zero(const Unpacked& value) {
  return value.kind == Kind::kNumber && value.significand == 0;
}

}  // namespace

Unpacked nearest_in(const spec::NumberFormat& format, const Unpacked& value) {
  if (value.kind != Kind::kNumber || value.significand == 0) {
    return value;
  }
  const int last_place =
      std::max(leading_exponent(value) - format.fraction_bits, format.min_subnormal_exponent());
  const Tail tail = shift_right(value.significand, last_place - value.exponent, value.negative);
  Unpacked rounded = {Kind::kNumber, value.negative, nearest_even(tail), last_place};
  if (rounded.significand != 0 && leading_exponent(rounded) > format.max_exponent()) {
    rounded.kind = Kind::kInfinity;
  }
  return rounded;
}

Unpacked product(const Unpacked& left, const Unpacked& right) {
  Unpacked result;
  result.negative = left.negative != right.negative;
  const bool infinite = left.kind == Kind::kInfinity || right.kind == Kind::kInfinity;
  if (left.kind == Kind::kNan || right.kind == Kind::kNan ||
      (infinite && (is_zero(left) || is_zero(right)))) {
    result.kind = Kind::kNan;
  } else if (infinite) {
    result.kind = Kind::kInfinity;
  } else {
    result.exponent = left.exponent + right.exponent;
    set_significand(result, Wide{left.significand} * right.significand);
  }
  return result;
}

}  // namespace vconform::adapters::golden
