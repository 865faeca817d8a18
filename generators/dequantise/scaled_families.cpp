#include "generators/dequantise/scaled_families.h"

#include <algorithm>
#include <array>
#include <vector>

#include "generators/dequantise/double_rounding.h"
#include "generators/dequantise/solved_source.h"
#include "generators/number/value_families.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

constexpr std::array<std::int64_t, 32> kPlainSources = {
    0,   1,    -1,    2,      3,     -2,    -3,    5,     -5,    7,      10,
    100, 127,  -128,  128,    -129,  255,   256,   -256,  300,   -1000,  1000,
    511, 2049, 32767, -32768, 65504, 65519, 65520, 65535, 65536, -131008};

Dyadic halves(std::int64_t value) {
  const bool negative = value < 0;
  const auto bits = static_cast<std::uint64_t>(value);
  return {negative, negative ? ~bits + 1 : bits, -1};
}

std::uint64_t source_bits(const Multiplier& by) {
  return static_cast<std::uint64_t>(by.row.from().bits);
}

}  // namespace

std::uint64_t scaled_plain_count(const Multiplier&) {
  return kPlainSources.size();
}
std::uint64_t scaled_plain_source(const Multiplier& by, std::uint64_t index) {
  const Dyadic twice = halves(kPlainSources[index]);
  return pattern_toward_zero(by.row.from(), {twice.negative, twice.significand, 0});
}

std::uint64_t scaled_power_count(const Multiplier& by) {
  return 2 * 3 * source_bits(by);
}
std::uint64_t scaled_power_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const int steps = kNeighbours[digits.take(kNeighbours.size())];
  const std::uint64_t power = std::uint64_t{1} << digits.take(source_bits(by));
  return pattern_beside(by.row.from(), source_integer(by, negative, power), steps);
}

std::uint64_t scaled_length_count(const Multiplier& by) {
  return 2 * source_bits(by) << source_bits(by);
}
std::uint64_t scaled_length_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const std::uint64_t leading = std::uint64_t{1} << digits.take(source_bits(by));
  return source_integer(by, negative, leading + digits.take(leading));
}

namespace {

// Sums of an s9 and an offset reach from -512 to 510.
constexpr std::uint64_t kMostHalvesOfSum = 1026;

// With an odd scale d * 2^e, e < 0, the product (2i + 1) * d / 2 has the source (2i + 1) *
// 2^(-1-e).
std::uint64_t tie_sources(const Multiplier& by) {
  const auto bits = by.row.from().bits;
  const int shift = -1 - by.scale.exponent;
  if (by.scale.significand == 0 || shift < 0 || shift >= bits - 1) {
    return 0;
  }
  const std::uint64_t fits = std::uint64_t{1} << (bits - 2 - shift);
  const auto divisor = static_cast<std::uint64_t>(by.scale.significand);
  return std::min(fits, (kMostHalvesOfSum / divisor + 1) / 2);
}

}  // namespace

std::uint64_t integer_tie_count(const Multiplier& by) {
  return 2 * tie_sources(by);
}
std::uint64_t integer_tie_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const std::uint64_t odd = 2 * digits.take(tie_sources(by)) + 1;
  return source_integer(by, negative, odd << (-1 - by.scale.exponent));
}

std::uint64_t integer_target_count(const Multiplier& by) {
  return by.scale.significand == 0 ? 0 : 2 * 2 * kMostHalvesOfSum;
}
std::uint64_t integer_target_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const auto steps = static_cast<int>(digits.take(2));
  return solved_source(by, {negative, digits.take(kMostHalvesOfSum), -1}, steps);
}

namespace {

struct Limit {
  int value;
  // Whether the sum of product and offset has the limit; otherwise the product.
  bool of_sum;
};
constexpr std::array<Limit, 6> kLimits = {
    {{127, true}, {-128, true}, {255, true}, {0, true}, {255, false}, {-256, false}}};
constexpr std::array<int, 6> kHalvesBeside = {0, 1, -1, 2, -2, 3};

}  // namespace

std::uint64_t integer_limit_count(const Multiplier& by) {
  return by.scale.significand == 0 ? 0 : 2 * kHalvesBeside.size() * kLimits.size();
}
std::uint64_t integer_limit_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const auto steps = static_cast<int>(digits.take(2));
  const int beside = kHalvesBeside[digits.take(kHalvesBeside.size())];
  const Limit& limit = kLimits[digits.take(kLimits.size())];
  const int product = limit.value - (limit.of_sum ? by.offset : 0);
  return solved_source(by, halves(2 * product + beside), steps);
}

namespace {

// The entries of double_roundings() with this scale, of either sign.
std::vector<std::uint16_t> rounded_twice(const Multiplier& by) {
  std::vector<std::uint16_t> sources;
  for (const DoubleRounding& found : double_roundings()) {
    const int shift = found.exponent - by.scale.exponent;
    const bool same = shift <= 0 && shift > -spec::kScaleFormat.precision() &&
                      Wide{found.mantissa} == by.scale.significand << -shift;
    if (same) {
      sources.push_back(found.source);
    }
  }
  return sources;
}

}  // namespace

std::uint64_t rounded_twice_count(const Multiplier& by) {
  return 2 * rounded_twice(by).size();
}
std::uint64_t rounded_twice_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const std::vector<std::uint16_t> sources = rounded_twice(by);
  return source_integer(by, negative, sources[digits.take(sources.size())]);
}

}  // namespace vconform::generators
