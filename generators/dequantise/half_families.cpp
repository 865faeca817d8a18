// The families of scaled_sources.h for f16 results.
#include <array>

#include "generators/dequantise/scaled_families.h"
#include "generators/dequantise/solved_source.h"
#include "generators/number/value_families.h"

namespace vconform::generators {

namespace {

// Significands of twelve bits: an f16 and the bit after it. Even ones are exact as f16.
constexpr std::uint64_t kLeastSignificand = 1 << 11;
constexpr std::uint64_t kLengths = 32;

int bit_length(Wide value) {
  int length = 0;
  for (; value != 0; value >>= 1) {
    ++length;
  }
  return length;
}

}  // namespace

std::uint64_t half_tie_count(const Multiplier& by) {
  return by.scale.significand == 0 ? 0 : 2 * 2 * 2 * (kLengths - 1) * kLeastSignificand;
}
std::uint64_t half_tie_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const auto steps = static_cast<int>(digits.take(2));
  const std::uint64_t odd = 1 - digits.take(2);
  const auto length = static_cast<int>(1 + digits.take(kLengths - 1));
  const std::uint64_t half = digits.take(kLeastSignificand / 2);
  const Wide significand = kLeastSignificand + 2 * half + odd;
  // The source of a product with this exponent has about this length.
  const int exponent =
      by.scale.exponent + length + bit_length(by.scale.significand) - bit_length(significand);
  return solved_source(by, {negative, significand, exponent}, steps);
}

namespace {

// The limits in quarters of the last place of the largest f16, 2^5: from MAX outward, half way and
// beyond; and multiples of the smallest subnormal number and of the smallest normal one.
struct HalfLimit {
  std::uint64_t significand;
  int exponent;
};
constexpr std::array<HalfLimit, 12> kHalfLimits = {{{65504, 0},
                                                    {65520, 0},
                                                    {65512, 0},
                                                    {65528, 0},
                                                    {65536, 0},
                                                    {131008, 0},
                                                    {1, -14},
                                                    {1, -24},
                                                    {1, -25},
                                                    {3, -25},
                                                    {2047, -25},
                                                    {1, 17}}};

}  // namespace

std::uint64_t half_limit_count(const Multiplier& by) {
  return by.scale.significand == 0 ? 0 : 2 * 3 * kHalfLimits.size();
}
std::uint64_t half_limit_source(const Multiplier& by, std::uint64_t index) {
  Digits digits(index);
  const bool negative = digits.take(2) != 0;
  const auto steps = static_cast<int>(digits.take(3));
  const HalfLimit& limit = kHalfLimits[digits.take(kHalfLimits.size())];
  return solved_source(by, {negative, limit.significand, limit.exponent}, steps);
}

}  // namespace vconform::generators
