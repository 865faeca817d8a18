#include "oracle/number/decode.h"

#include <cassert>

namespace vconform::oracle {

namespace {

using spec::NumberFormat;

std::uint64_t exponent_field(const NumberFormat& format, std::uint64_t pattern) {
  return (pattern >> format.fraction_bits) & format.exponent_field_mask();
}

// 2^bits - pattern: the pattern of a negative integer's magnitude, and the other way round.
std::uint64_t two_complement(const NumberFormat& format, std::uint64_t pattern) {
  return (~pattern + 1) & format.pattern_mask();
}

ExactValue decode_floating(const NumberFormat& format, std::uint64_t pattern) {
  const bool negative = (pattern & format.sign_mask()) != 0;
  const std::uint64_t field = exponent_field(format, pattern);
  const std::uint64_t fraction = pattern & format.fraction_mask();
  if (field == format.exponent_field_mask()) {
    return fraction == 0 ? infinite_value(negative) : nan_value();
  }
  if (field == 0) {
    return finite_value(negative, fraction, format.min_subnormal_exponent());
  }
  const std::uint64_t significand = (std::uint64_t{1} << format.fraction_bits) + fraction;
  const int exponent = static_cast<int>(field) - format.bias() - format.fraction_bits;
  return finite_value(negative, significand, exponent);
}

ExactValue decode_integer(const NumberFormat& format, std::uint64_t pattern) {
  const bool negative = (pattern & format.sign_mask()) != 0;
  return finite_value(negative, negative ? two_complement(format, pattern) : pattern, 0);
}

std::uint64_t encode_floating(const NumberFormat& format, const ExactValue& value) {
  const std::uint64_t sign = value.negative ? format.sign_mask() : 0;
  if (value.kind == ValueKind::kNan) {
    return format.infinity_pattern() | (std::uint64_t{1} << (format.fraction_bits - 1));
  }
  if (value.kind == ValueKind::kInfinite) {
    return sign | format.infinity_pattern();
  }
  if (value.is_zero()) {
    return sign;
  }
  const int leading = leading_exponent(value);
  const bool normal = leading >= format.min_exponent();
  const int last = normal ? leading - format.fraction_bits : format.min_subnormal_exponent();
  const int shift = value.exponent - last;
  const Integer significand =
      shift >= 0 ? Integer(value.magnitude << shift) : Integer(value.magnitude >> -shift);
  assert(shift >= 0 || Integer(significand << -shift) == value.magnitude);
  assert(leading <= format.max_exponent());
  const std::uint64_t field =
      normal ? static_cast<std::uint64_t>(leading + format.bias()) : std::uint64_t{0};
  const auto bits = static_cast<std::uint64_t>(significand);
  return sign | (field << format.fraction_bits) | (bits & format.fraction_mask());
}

std::uint64_t encode_integer(const NumberFormat& format, const ExactValue& value) {
  assert(value.kind == ValueKind::kFinite && (value.is_zero() || value.exponent >= 0));
  if (value.is_zero()) {
    return 0;
  }
  assert(leading_exponent(value) < format.bits);
  const auto magnitude = static_cast<std::uint64_t>(Integer(value.magnitude << value.exponent));
  return value.negative ? two_complement(format, magnitude) : magnitude;
}

}  // namespace

ExactValue decode(const NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() ? decode_floating(format, pattern) : decode_integer(format, pattern);
}

std::uint64_t encode(const NumberFormat& format, const ExactValue& value) {
  return format.is_floating() ? encode_floating(format, value) : encode_integer(format, value);
}

bool is_nan(const NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() && (pattern & ~format.sign_mask()) > format.infinity_pattern();
}

bool is_subnormal(const NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() && exponent_field(format, pattern) == 0 &&
         (pattern & format.fraction_mask()) != 0;
}

}  // namespace vconform::oracle
