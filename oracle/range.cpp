#include "oracle/range.h"

#include <cassert>

#include "oracle/decode.h"
#include "oracle/round.h"

namespace vconform::oracle {

ExactValue limit_of(const spec::NumberFormat& format, bool negative) {
  if (format.is_floating()) {
    ExactValue limit = decode(format, format.max_finite_pattern());
    limit.negative = negative;
    return limit;
  }
  if (!format.is_signed()) {
    return negative ? finite_value(false, 0, 0) : finite_value(false, format.pattern_mask(), 0);
  }
  return negative ? finite_value(true, format.sign_mask(), 0)
                  : finite_value(false, format.pattern_mask() ^ format.sign_mask(), 0);
}

bool beyond_limit(const spec::NumberFormat& format, const ExactValue& value) {
  return smaller_magnitude(limit_of(format, value.negative), value);
}

ExactValue saturated(const spec::NumberFormat& format, const ExactValue& value) {
  assert(value.kind != ValueKind::kNan);
  const bool beyond = value.kind == ValueKind::kInfinite || beyond_limit(format, value);
  return beyond ? limit_of(format, value.negative) : value;
}

ExactValue rounded_to(const spec::NumberFormat& format, const ExactValue& value) {
  assert(format.is_floating());
  ExactValue rounded =
      rounded_multiple(value, grid_of(format, value), spec::Rounding::kNearestEven);
  // A value with the format's precision exceeds MAX iff its exponent does.
  const bool overflows = !rounded.is_zero() && leading_exponent(rounded) > format.max_exponent();
  return overflows ? infinite_value(value.negative) : rounded;
}

ExactValue keep_low_bits(const spec::NumberFormat& format, const ExactValue& value) {
  assert(value.kind == ValueKind::kFinite && (value.is_zero() || value.exponent >= 0));
  if (value.is_zero()) {
    return finite_value(false, 0, 0);  // a zero may be written with any exponent
  }
  const Integer modulus = Integer(1) << format.bits;
  const Integer magnitude = Integer(value.magnitude << value.exponent) % modulus;
  const Integer pattern =
      value.negative && magnitude != 0 ? Integer(modulus - magnitude) : magnitude;
  return decode(format, static_cast<std::uint64_t>(pattern));
}

}  // namespace vconform::oracle
