// Rounding of a magnitude from its guard, sticky and last bits (vconv; asc-devkit:
// precision_conversion): sign and magnitude, as a shifter in hardware has them.
#pragma once

#include <array>
#include <cstdint>

#include "spec/number/rounding.h"

namespace vconform::adapters::golden {

// A magnitude shifted right: the kept bits, the first discarded bit, the OR of the rest.
struct Tail {
  std::uint64_t kept = 0;
  bool guard = false;
  bool sticky = false;
  bool negative = false;

  bool last() const { return (kept & 1) != 0; }
  bool inexact() const { return guard || sticky; }
};

// A negative number of places shifts left; the bits must then fit.
Tail shift_right(std::uint64_t significand, int places, bool negative);

// Returns the rounded magnitude.
using RoundMagnitude = std::uint64_t (*)(const Tail&);

std::uint64_t nearest_even(const Tail& tail);
std::uint64_t nearest_away(const Tail& tail);
std::uint64_t floor(const Tail& tail);
std::uint64_t ceil(const Tail& tail);
std::uint64_t toward_zero(const Tail& tail);
std::uint64_t to_odd(const Tail& tail);

// Indexed by spec::Rounding.
using RoundingTable = std::array<RoundMagnitude, spec::kRoundingModes.size()>;

inline constexpr RoundingTable kRoundingTable = {
    nearest_even,  // no suffix
    nearest_even,  // r
    nearest_away,  // a
    floor,         // f
    ceil,          // c
    toward_zero,   // z
    to_odd,        // o
};

}  // namespace vconform::adapters::golden
