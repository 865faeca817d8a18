#include "generators/dequantise/solved_source.h"

#include <algorithm>

namespace vconform::generators {

namespace {

// Larger than any source.
constexpr Wide kBeyond = Wide{1} << 40;

// product / scale toward zero, or kBeyond.
Wide quotient(const Dyadic& scale, const Dyadic& product) {
  const int left = product.exponent - scale.exponent;
  if (left < 0) {
    return -left < 128 ? (product.significand >> -left) / scale.significand : 0;
  }
  // No overflow: a product has at most 16 bits, a scale 11.
  constexpr int kFits = 64;
  if (left >= kFits) {
    return kBeyond;
  }
  return std::min((product.significand << left) / scale.significand, kBeyond);
}

}  // namespace

std::uint64_t source_integer(const Multiplier& by, bool negative, std::uint64_t magnitude) {
  return pattern_toward_zero(by.row.from(), {negative, magnitude, 0});
}

std::uint64_t solved_source(const Multiplier& by, const Dyadic& product, int steps) {
  if (by.scale.significand == 0) {
    return 0;
  }
  const bool negative = product.negative != by.scale.negative;
  const spec::NumberFormat& format = by.row.from();
  if (format.is_floating()) {
    // More bits than any source needs, for a product of at most 16 bits.
    constexpr int kBits = 100;
    const Wide fine = (product.significand << kBits) / by.scale.significand;
    const Dyadic source = {negative, fine, product.exponent - by.scale.exponent - kBits};
    return pattern_beside(format, pattern_toward_zero(format, source), steps);
  }
  const Wide magnitude = quotient(by.scale, product);
  const Dyadic source = {negative, magnitude + static_cast<unsigned>(steps), 0};
  return pattern_toward_zero(by.row.from(), source);
}

}  // namespace vconform::generators
