#include "generators/number/exact_pattern.h"

#include <algorithm>
#include <cassert>

namespace vconform::generators {

namespace {

int bit_width(Wide value) {
  int width = 0;
  for (; value != 0; value >>= 1) {
    ++width;
  }
  return width;
}

Wide shifted(Wide value, int left) {
  if (left >= 0) {
    assert(bit_width(value) + left <= 128);
    return left < 128 ? value << left : 0;
  }
  return -left < 128 ? value >> -left : 0;
}

// The largest magnitude of an integer format on this side of zero.
std::uint64_t integer_limit(const spec::NumberFormat& format, bool negative) {
  if (!format.is_signed()) {
    return negative ? 0 : format.pattern_mask();
  }
  return negative ? format.sign_mask() : format.sign_mask() - 1;
}

std::uint64_t integer_pattern(const spec::NumberFormat& format, bool negative,
                              std::uint64_t magnitude) {
  return (negative ? ~magnitude + 1 : magnitude) & format.pattern_mask();
}

std::uint64_t integer_toward_zero(const spec::NumberFormat& format, const Dyadic& number) {
  const std::uint64_t limit = integer_limit(format, number.negative);
  const bool beyond = bit_width(number.significand) + number.exponent > 64;
  const Wide magnitude = beyond ? limit : shifted(number.significand, number.exponent);
  return integer_pattern(format, number.negative,
                         static_cast<std::uint64_t>(std::min<Wide>(magnitude, limit)));
}

std::uint64_t float_toward_zero(const spec::NumberFormat& format, const Dyadic& number) {
  const std::uint64_t sign = number.negative ? format.sign_mask() : 0;
  if (number.significand == 0) {
    return sign;
  }
  const int top = number.exponent + bit_width(number.significand) - 1;
  if (top > format.max_exponent()) {
    return sign | format.max_finite_pattern();
  }
  const int last = std::max(top - format.fraction_bits, format.min_subnormal_exponent());
  const auto kept = static_cast<std::uint64_t>(shifted(number.significand, number.exponent - last));
  if (top < format.min_exponent()) {
    return sign | kept;
  }
  const auto field = static_cast<std::uint64_t>(top + format.bias());
  return sign | field << format.fraction_bits | (kept & format.fraction_mask());
}

std::uint64_t moved(std::uint64_t magnitude, std::int64_t steps, std::uint64_t limit) {
  const auto distance = static_cast<std::uint64_t>(steps < 0 ? -steps : steps);
  if (steps < 0) {
    return magnitude - std::min(magnitude, distance);
  }
  return magnitude + std::min(limit - magnitude, distance);
}

}  // namespace

std::uint64_t pattern_toward_zero(const spec::NumberFormat& format, const Dyadic& number) {
  return format.is_floating() ? float_toward_zero(format, number)
                              : integer_toward_zero(format, number);
}

std::uint64_t pattern_beside(const spec::NumberFormat& format, std::uint64_t pattern,
                             std::int64_t steps) {
  const std::uint64_t sign = pattern & format.sign_mask();
  if (format.is_floating()) {
    return sign | moved(pattern ^ sign, steps, format.max_finite_pattern());
  }
  const bool negative = sign != 0;
  const std::uint64_t magnitude = integer_pattern(format, negative, pattern);
  return integer_pattern(format, negative,
                         moved(magnitude, steps, integer_limit(format, negative)));
}

}  // namespace vconform::generators
