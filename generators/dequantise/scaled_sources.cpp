#include "generators/dequantise/scaled_sources.h"

#include <algorithm>
#include <array>

#include "generators/dequantise/scaled_families.h"
#include "spec/deq/quantization.h"

namespace vconform::generators {

namespace {

// The orders are part of saved corpora: append.
constexpr std::array<ScaledFamily, 8> kToInteger = {{
    {"plain", scaled_plain_count, scaled_plain_source},
    {"ties", integer_tie_count, integer_tie_source},
    {"targets", integer_target_count, integer_target_source},
    {"limits", integer_limit_count, integer_limit_source},
    {"double-rounding", rounded_twice_count, rounded_twice_source},
    {"powers", scaled_power_count, scaled_power_source},
    {"lengths", scaled_length_count, scaled_length_source},
    {"ties", integer_tie_count, integer_tie_source},
}};

constexpr std::array<ScaledFamily, 6> kToHalf = {{
    {"plain", scaled_plain_count, scaled_plain_source},
    {"ties", half_tie_count, half_tie_source},
    {"limits", half_limit_count, half_limit_source},
    {"powers", scaled_power_count, scaled_power_source},
    {"lengths", scaled_length_count, scaled_length_source},
    {"ties", half_tie_count, half_tie_source},
}};

}  // namespace

Dyadic scale_of(const spec::NumberFormat& format, std::uint64_t pattern) {
  const std::uint64_t magnitude = pattern & (format.sign_mask() - 1);
  const bool negative = magnitude != (pattern & format.pattern_mask());
  if (magnitude == 0 || magnitude >= format.infinity_pattern()) {
    return {negative, 0, 0};
  }
  const std::uint64_t field = magnitude >> format.fraction_bits;
  const std::uint64_t hidden = field == 0 ? 0 : format.fraction_mask() + 1;
  std::uint64_t significand = hidden | (magnitude & format.fraction_mask());
  int exponent =
      static_cast<int>(std::max<std::uint64_t>(field, 1)) - format.bias() - format.fraction_bits;
  for (; significand % 2 == 0; significand /= 2) {
    ++exponent;
  }
  return {negative, significand, exponent};
}

Multiplier multiplier(const spec::Conversion& row, std::uint64_t word) {
  if (row.source != spec::NumberType::kS16) {
    const std::uint64_t half = spec::kHalfScale.of(word);
    return {row, scale_of(spec::format_of(spec::NumberType::kF16), half), 0};
  }
  const spec::NumberFormat& format = spec::kScaleFormat;
  const std::uint64_t scale =
      spec::kFactorScale.of(word) >> (spec::kFactorScale.bits - format.bits);
  const auto offset = static_cast<int>(spec::kFactorOffset.of(word));
  const int modulus = 1 << spec::kFactorOffset.bits;
  return {row, scale_of(format, scale), offset < modulus / 2 ? offset : offset - modulus};
}

std::span<const ScaledFamily> scaled_families(const spec::Conversion& row) {
  if (row.source == spec::NumberType::kS16) {
    return kToInteger;
  }
  return kToHalf;
}

std::uint64_t interesting_source(ChoiceSource& choices, const Multiplier& by) {
  const std::span<const ScaledFamily> families = scaled_families(by.row);
  const ScaledFamily& drawn = families[static_cast<std::size_t>(choices.below(families.size()))];
  const ScaledFamily& family = drawn.count(by) > 0 ? drawn : families.front();
  const std::uint64_t index = choices.below(family.count(by));
  return family.pattern(by, index);
}

}  // namespace vconform::generators
