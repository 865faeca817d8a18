#include "adapters/golden/number/floating_result.h"

#include "adapters/golden/number/nearest.h"

namespace vconform::adapters::golden {

namespace {

std::uint64_t quiet_nan(const spec::NumberFormat& format) {
  return format.infinity_pattern() | std::uint64_t{1} << (format.fraction_bits - 1);
}

}  // namespace

Unpacked rounded_into(const FloatingResult& result, const Unpacked& value) {
  const spec::NumberFormat& format = *result.format;
  Unpacked rounded = nearest_in(format, value);
  if (result.saturates && rounded.kind != Kind::kNumber) {
    const std::uint64_t pattern = rounded.kind == Kind::kNan ? 0 : format.max_finite_pattern();
    const bool negative = rounded.negative;
    rounded = unpack(format, pattern);
    rounded.negative = negative;
  }
  if (result.flushes && is_subnormal(format, packed(format, rounded))) {
    rounded.significand = 0;
  }
  return rounded;
}

// The significand has a hidden bit unless it stands at the last place of the subnormal numbers.
std::uint64_t packed(const spec::NumberFormat& format, const Unpacked& value) {
  const std::uint64_t sign = value.negative ? format.sign_mask() : 0;
  if (value.kind != Kind::kNumber) {
    return value.kind == Kind::kNan ? quiet_nan(format) : sign | format.infinity_pattern();
  }
  if (value.significand == 0) {
    return sign;
  }
  // The hidden bit counts in the field.
  const auto field = static_cast<std::uint64_t>(value.exponent - format.min_subnormal_exponent());
  return sign | ((field << format.fraction_bits) + value.significand);
}

}  // namespace vconform::adapters::golden
