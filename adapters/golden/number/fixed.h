// Rounding to an integer in two's complement: the floor and two bits for the rest.
#pragma once

#include <cstdint>

#include "adapters/golden/number/unpacked.h"
#include "spec/number/rounding.h"

namespace vconform::adapters::golden {

// The number is floor if neither bit is set; guard alone means floor + 1/2, sticky alone less, both
// together more. An integer is added to `floor`, whatever its sign.
struct Fixed {
  std::int64_t floor = 0;
  bool guard = false;
  bool sticky = false;
};

// The stand-in for every magnitude from it up. A multiple of 512, so that the low nine bits are
// right.
inline constexpr std::int64_t kHuge = std::int64_t{1} << 62;

// The fixed form of a number of at most 53 significant bits or of an infinity; NaN counts as 0.
// More bits are allowed if the low nine of a number from 2^62 up do not matter.
Fixed fixed(const Unpacked& value);

// The low `bits` of a number, read as two's complement.
std::int64_t wrapped(std::int64_t number, int bits);

using RoundFixed = std::int64_t (*)(const Fixed&);

// The roundings r, a, z, f and c.
std::int64_t fixed_nearest_even(const Fixed& value);
std::int64_t fixed_nearest_away(const Fixed& value);
std::int64_t fixed_toward_zero(const Fixed& value);
std::int64_t fixed_floor(const Fixed& value);
std::int64_t fixed_ceil(const Fixed& value);

}  // namespace vconform::adapters::golden
