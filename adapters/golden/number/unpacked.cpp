#include "adapters/golden/number/unpacked.h"

namespace vconform::adapters::golden {

namespace {

Unpacked unpack_integer(const spec::NumberFormat& format, std::uint64_t pattern) {
  Unpacked value;
  value.negative = (pattern & format.sign_mask()) != 0;
  value.significand = (value.negative ? 0 - pattern : pattern) & format.pattern_mask();
  return value;
}

Unpacked unpack_floating(const spec::NumberFormat& format, std::uint64_t pattern) {
  const std::uint64_t fraction = pattern & format.fraction_mask();
  const std::uint64_t field = (pattern >> format.fraction_bits) & format.exponent_field_mask();
  Unpacked value;
  value.negative = (pattern & format.sign_mask()) != 0;
  if (field == format.exponent_field_mask()) {
    value.kind = fraction == 0 ? Kind::kInfinity : Kind::kNan;
    return value;
  }
  // Subnormal numbers share the exponent of the first normal ones and lack the hidden bit.
  const bool hidden = field != 0;
  value.significand = fraction | (std::uint64_t{hidden} << format.fraction_bits);
  value.exponent = format.min_subnormal_exponent() + (hidden ? static_cast<int>(field) - 1 : 0);
  return value;
}

}  // namespace

Unpacked unpack(const spec::NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() ? unpack_floating(format, pattern) : unpack_integer(format, pattern);
}

Unpacked integer(std::int64_t number) {
  const auto pattern = static_cast<std::uint64_t>(number);
  return {Kind::kNumber, number < 0, number < 0 ? 0 - pattern : pattern, 0};
}

bool is_below_zero(const Unpacked& value) {
  return value.negative &&
         (value.kind == Kind::kInfinity || (value.kind == Kind::kNumber && value.significand != 0));
}

bool is_subnormal(const spec::NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() && (pattern & format.infinity_pattern()) == 0 &&
         (pattern & format.fraction_mask()) != 0;
}

}  // namespace vconform::adapters::golden
