#include "oracle/number/range.h"

#include <cassert>

#include "oracle/number/decode.h"
#include "oracle/number/round.h"

namespace vconform::oracle {

namespace {

// The leading exponent of +MAX. The other limit has none that is smaller, except in formats without
// a sign.
int leading_exponent_of_limit(const spec::NumberFormat& format) {
  return format.is_floating() ? format.max_exponent() : format.bits - (format.is_signed() ? 2 : 1);
}

}  // namespace

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
  const bool has_limit = format.is_signed() || !value.negative;
  // Most values have fewer bits: then the limit itself need not be computed.
  const bool has_fewer_bits =
      value.is_zero() || (has_limit && leading_exponent(value) < leading_exponent_of_limit(format));
  return !has_fewer_bits && smaller_magnitude(limit_of(format, value.negative), value);
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
