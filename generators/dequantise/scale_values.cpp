#include "generators/dequantise/scale_values.h"

#include <array>
#include <vector>

#include "generators/dequantise/double_rounding.h"
#include "generators/number/exact_pattern.h"
#include "generators/number/value_families.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

using Format = spec::NumberFormat;

std::uint64_t with_sign(const Format& format, std::uint64_t pattern, std::uint64_t negative) {
  return negative != 0 ? pattern | format.sign_mask() : pattern;
}

// Small numbers and those common in quantisation; exact in both formats except 0.1 and 1/3.
constexpr std::array<Dyadic, 16> kPlain = {{
    {false, 1, 0},
    {false, 1, -1},
    {false, 2, 0},
    {false, 1, -2},
    {false, 3, -1},
    {false, 1, -7},
    {false, 1, -8},
    {false, 127, -15},
    {false, 255, -16},
    {false, 10, 0},
    {false, 0x199, -12},
    {false, 0x2aa, -11},
    {false, 3, -4},
    {false, 5, -6},
    {true, 1, 0},
    {true, 1, -1},
}};

std::uint64_t plain_count(const Format&) {
  return kPlain.size();
}
std::uint64_t plain_scale(const Format& format, std::uint64_t index) {
  return pattern_toward_zero(format, kPlain[index]);
}

// The number of powers of two, the subnormal ones included.
std::uint64_t powers(const Format& format) {
  return static_cast<std::uint64_t>(format.max_exponent() - format.min_subnormal_exponent() + 1);
}
std::uint64_t power_count(const Format& format) {
  return 2 * powers(format);
}
std::uint64_t power_scale(const Format& format, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t negative = digits.take(2);
  // From 1 upward, then from the bottom.
  const auto up = static_cast<std::uint64_t>(-format.min_subnormal_exponent());
  const auto step = static_cast<int>((digits.take(powers(format)) + up) % powers(format));
  return pattern_toward_zero(format, {negative != 0, 1, format.min_subnormal_exponent() + step});
}

// A divisor d of an odd number of halves: times a source that is the quotient and a power of two,
// the product is exactly half way between two integers.
struct Divided {
  std::uint64_t halves;
  std::uint64_t divisor;
};
constexpr std::uint64_t kMostHalves = 1025;
constexpr std::uint64_t kShifts = 15;

const std::vector<Divided>& divided() {
  static const std::vector<Divided> kAll = [] {
    std::vector<Divided> all;
    for (std::uint64_t halves = 1; halves <= kMostHalves; halves += 2) {
      for (std::uint64_t divisor = 1; divisor <= halves; divisor += 2) {
        if (halves % divisor == 0) {
          all.push_back({halves, divisor});
        }
      }
    }
    return all;
  }();
  return kAll;
}

std::uint64_t tie_count(const Format&) {
  return 2 * kShifts * divided().size();
}
std::uint64_t tie_scale(const Format& format, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t negative = digits.take(2);
  const auto shift = static_cast<int>(digits.take(kShifts));
  const std::uint64_t divisor = divided()[digits.take(divided().size())].divisor;
  return pattern_toward_zero(format, {negative != 0, divisor, -1 - shift});
}

// The scales that take a source to a number of halves, and their neighbours away from zero:
// products just below and just above.
constexpr std::uint64_t kSources = 1 << 15;
constexpr std::array<std::uint64_t, 8> kLimitHalves = {254, 255, 256, 257, 510, 511, 512, 513};

std::uint64_t solved_scale(const Format& format, std::uint64_t halves, std::uint64_t source,
                           std::uint64_t steps) {
  // More bits than the eleven that count.
  constexpr int kBits = 40;
  const Wide quotient = (Wide{halves} << kBits) / source;
  const std::uint64_t pattern = pattern_toward_zero(format, {false, quotient, -kBits - 1});
  return pattern_beside(format, pattern, static_cast<int>(steps));
}

std::uint64_t limit_count(const Format&) {
  return 4 * kLimitHalves.size() * kSources;
}
std::uint64_t limit_scale(const Format& format, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t negative = digits.take(2);
  const std::uint64_t steps = digits.take(2);
  const std::uint64_t halves = kLimitHalves[digits.take(kLimitHalves.size())];
  const std::uint64_t source = kSources - digits.take(kSources);
  return with_sign(format, solved_scale(format, halves, source, steps), negative);
}

std::uint64_t target_count(const Format&) {
  return 4 * kMostHalves * kSources;
}
std::uint64_t target_scale(const Format& format, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t negative = digits.take(2);
  const std::uint64_t steps = digits.take(2);
  const std::uint64_t halves = 1 + digits.take(kMostHalves);
  const std::uint64_t source = kSources - digits.take(kSources);
  return with_sign(format, solved_scale(format, halves, source, steps), negative);
}

// The scales of double_roundings(); 1-8-10 only.
std::uint64_t twice_count(const Format& format) {
  return format.exponent_bits == spec::kScaleFormat.exponent_bits ? 2 * double_roundings().size()
                                                                  : 0;
}
std::uint64_t twice_scale(const Format& format, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t negative = digits.take(2);
  const DoubleRounding& found = double_roundings()[digits.take(double_roundings().size())];
  return pattern_toward_zero(format, {negative != 0, found.mantissa, found.exponent});
}

std::array<std::uint64_t, 9> specials(const Format& format) {
  const std::uint64_t inf = format.infinity_pattern();
  return {0,
          1,
          format.fraction_mask(),
          format.fraction_mask() + 1,
          inf - 1,
          inf,
          inf | (format.fraction_mask() + 1) / 2,
          inf | 1,
          inf - 2};
}
std::uint64_t special_count(const Format& format) {
  return 2 * specials(format).size();
}
std::uint64_t special_scale(const Format& format, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t pattern = specials(format)[digits.take(specials(format).size())];
  return with_sign(format, pattern, digits.take(2));
}

std::uint64_t free_count(const Format& format) {
  return format.pattern_mask() + 1;
}
std::uint64_t free_scale(const Format&, std::uint64_t index) {
  return index;
}

// The order is part of saved corpora: only append.
constexpr std::array<ScaleFamily, 8> kFamilies = {{
    {"plain", plain_count, plain_scale},
    {"powers", power_count, power_scale},
    {"ties", tie_count, tie_scale},
    {"limits", limit_count, limit_scale},
    {"targets", target_count, target_scale},
    {"double-rounding", twice_count, twice_scale},
    {"specials", special_count, special_scale},
    {"free", free_count, free_scale},
}};

}  // namespace

std::span<const ScaleFamily> scale_families() {
  return kFamilies;
}

std::uint64_t interesting_scale(ChoiceSource& choices, const spec::NumberFormat& format) {
  const ScaleFamily& drawn = kFamilies[static_cast<std::size_t>(choices.below(kFamilies.size()))];
  const ScaleFamily& family = drawn.count(format) > 0 ? drawn : kFamilies.back();
  const std::uint64_t index = choices.below(family.count(format));
  return family.pattern(format, index);
}

}  // namespace vconform::generators
