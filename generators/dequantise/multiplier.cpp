#include "generators/dequantise/multiplier.h"

#include <algorithm>

#include "spec/number/quantization.h"

namespace vconform::generators {

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

}  // namespace vconform::generators
