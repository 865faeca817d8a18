// Rounding to an integer in two's complement: the floor and two bits of what is above it.
#pragma once

#include <cstdint>

#include "adapters/golden/number/unpacked.h"
#include "spec/number/rounding.h"

namespace vconform::adapters::golden {

// floor + 0 while neither bit is set; guard alone is floor + 1/2, sticky alone less, both more. An
// integer is added to `floor`, whatever its sign.
struct Fixed {
  std::int64_t floor = 0;
  bool guard = false;
  bool sticky = false;
};

// Stands for every magnitude from it up. A multiple of 512, so that the low nine bits are right.
inline constexpr std::int64_t kHuge = std::int64_t{1} << 62;

// A number of at most 53 significant bits, or an infinity; NaN counts as 0. More bits are fine
// where the low nine of a number from 2^62 up do not matter.
Fixed fixed(const Unpacked& value);

// The low `bits` of a number as a two's complement one.
std::int64_t wrapped(std::int64_t number, int bits);

using RoundFixed = std::int64_t (*)(const Fixed&);

// r, a, z, f and c.
std::int64_t fixed_nearest_even(const Fixed& value);
std::int64_t fixed_nearest_away(const Fixed& value);
std::int64_t fixed_toward_zero(const Fixed& value);
std::int64_t fixed_floor(const Fixed& value);
std::int64_t fixed_ceil(const Fixed& value);

}  // namespace vconform::adapters::golden
