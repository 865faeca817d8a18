#include "generators/dequantise/double_rounding.h"

#include <algorithm>
#include <array>
#include <bit>

#include "generators/number/exact_pattern.h"
#include "spec/deq/quantization.h"

namespace vconform::generators {

namespace {

constexpr std::array kList = {
#include "generators/dequantise/double_rounding_list.inc"
};

constexpr std::uint64_t kLargestSource = 1 << 15;
constexpr int kF32Precision = 24;

// value / 2^bits, to nearest, ties to even; bits >= 1.
std::uint64_t rounded_off(std::uint64_t value, int bits) {
  const std::uint64_t kept = value >> bits;
  const std::uint64_t rest = value & ((std::uint64_t{1} << bits) - 1);
  const std::uint64_t half = std::uint64_t{1} << (bits - 1);
  return kept + (rest > half || (rest == half && kept % 2 != 0) ? 1 : 0);
}

void add_exponents(std::uint64_t source, std::uint64_t mantissa, std::vector<DoubleRounding>& out) {
  const std::uint64_t product = source * mantissa;
  const int beyond = static_cast<int>(std::bit_width(product)) - kF32Precision;
  if (beyond <= 0) {
    return;
  }
  const std::uint64_t as_f32 = rounded_off(product, beyond) << beyond;
  if (as_f32 == product) {
    return;
  }
  // Below the first exponent both results are more than 256; below the last one both are 0.
  const int width = static_cast<int>(std::bit_width(product));
  for (int fraction = width - 10; fraction <= width + 1; ++fraction) {
    const std::uint64_t twice = rounded_off(as_f32, fraction);
    const std::uint64_t once = rounded_off(product, fraction);
    if (twice != once && std::max(twice, once) <= 256) {
      out.push_back({static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(mantissa),
                     static_cast<std::int8_t>(-fraction)});
    }
  }
}

}  // namespace

std::span<const DoubleRounding> double_roundings() {
  return kList;
}

std::vector<DoubleRounding> find_double_roundings() {
  const std::uint64_t hidden = spec::kScaleFormat.fraction_mask() + 1;
  std::vector<DoubleRounding> found;
  for (std::uint64_t source = 1; source <= kLargestSource; ++source) {
    for (std::uint64_t mantissa = hidden; mantissa < 2 * hidden; ++mantissa) {
      add_exponents(source, mantissa, found);
    }
  }
  return found;
}

std::uint32_t scale_bits(const DoubleRounding& found) {
  const spec::NumberFormat& f32 = spec::format_of(spec::NumberType::kF32);
  return static_cast<std::uint32_t>(
      pattern_toward_zero(f32, {false, found.mantissa, found.exponent}));
}

}  // namespace vconform::generators
