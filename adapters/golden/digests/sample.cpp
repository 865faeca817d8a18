#include "adapters/golden/digests/sample.h"

namespace vconform::adapters::golden::digests {

std::uint64_t Draws::next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

std::uint64_t edge_pattern(const spec::NumberFormat& format, std::uint64_t number) {
  Draws draws(number);
  const bool is_floating = format.kind == spec::NumberKind::kFloatingPoint;
  const int digits = is_floating ? format.fraction_bits : format.bits;
  const std::uint64_t unit = std::uint64_t{1} << draws.below(static_cast<std::uint64_t>(digits));
  const std::uint64_t fillings[] = {0, ~std::uint64_t{0}, draws.next()};
  const std::uint64_t above = fillings[draws.below(3)] & ~(2 * unit - 1);
  const std::uint64_t word = (above | unit) + draws.below(3) - 1;
  if (!is_floating) {
    return word & format.pattern_mask();
  }
  const std::uint64_t sign_and_exponent = draws.next() & ~format.fraction_mask();
  return (sign_and_exponent | (word & format.fraction_mask())) & format.pattern_mask();
}

std::uint64_t Sample::pattern(std::uint64_t number) const {
  if (format_.bits <= 16) {
    return number & format_.pattern_mask();
  }
  if (number % 4 == 0) {
    return edge_pattern(format_, number);
  }
  // Odd multipliers reach every pattern, and the first n products lie evenly.
  const std::uint64_t product =
      format_.bits == 32 ? number * 0x9e3779b1 : number * 0x9e3779b97f4a7c15;
  return product & format_.pattern_mask();
}

std::uint32_t drawn_scale(Draws& draws) {
  const spec::NumberFormat& f32 = spec::format_of(spec::NumberType::kF32);
  const std::uint64_t drawn = draws.next();
  if (draws.below(4) == 0) {
    return static_cast<std::uint32_t>(edge_pattern(f32, drawn));
  }
  const std::uint64_t exponent = 112 + draws.below(20);
  const std::uint64_t rest = drawn & (f32.sign_mask() | f32.fraction_mask());
  return static_cast<std::uint32_t>(rest | exponent << f32.fraction_bits);
}

}  // namespace vconform::adapters::golden::digests
