// Floating-point results beyond the largest finite number while CTRL[48]=1 (rules overflow.nearest,
// overflow.directed, overflow.odd).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"

namespace vconform::adapters::golden {

// Magnitudes packed with an unbounded exponent: patterns from infinity_pattern() up overflow.
struct FloatResult {
  std::uint64_t rounded;
  std::uint64_t truncated;
  bool inexact;
  bool negative;
};

// The magnitude of the result: `rounded`, MAX or inf.
std::uint64_t within_range(const Behaviour& behaviour, spec::Rounding rounding,
                           const spec::NumberFormat& to, const FloatResult& result);

}  // namespace vconform::adapters::golden
