#include "adapters/golden/digests/sample.h"

#include <bit>
#include <cassert>
#include <map>
#include <mutex>
#include <utility>

#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::golden::digests {

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

Sample::Sample(const spec::NumberFormat& format, std::uint64_t wide_count)
    : mask_(format.bits <= 16 ? format.pattern_mask() : wide_count - 1) {
  assert(std::has_single_bit(wide_count));
  if (format.bits <= 16) {
    return;
  }
  // Odd multipliers reach every pattern, and the first n products are evenly spread.
  const std::uint64_t multiplier = format.bits == 32 ? 0x9e3779b1 : 0x9e3779b97f4a7c15;
  patterns_.reserve(wide_count);
  for (std::uint64_t number = 0; number < wide_count; ++number) {
    patterns_.push_back(number % 4 == 0 ? edge_pattern(format, number)
                                        : number * multiplier & format.pattern_mask());
  }
}

const Sample& sample_of(spec::NumberType type, std::uint64_t wide_count) {
  static std::mutex mutex;
  static std::map<std::pair<spec::NumberType, std::uint64_t>, Sample> samples;
  const std::lock_guard lock(mutex);
  return samples.try_emplace({type, wide_count}, spec::format_of(type), wide_count).first->second;
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

std::uint64_t drawn_word(Draws& draws) {
  const std::uint64_t scale = drawn_scale(draws);
  const std::uint64_t word = draws.next();
  return spec::kQuantScale.put(word, spec::kQuantScale.of(scale));
}

}  // namespace vconform::adapters::golden::digests
