// A scale as the number that a source is multiplied by.
#pragma once

#include <cstdint>

#include "generators/number/exact_pattern.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// The multiplier of a lane.
struct Multiplier {
  const spec::Conversion& row;
  // The significand is odd, or 0 if the scale is 0, inf or NaN.
  Dyadic scale;
  // The offset of a factor; 0 for a half.
  int offset = 0;
};

// The number of a pattern of a floating-point format, with an odd significand; a significand of 0
// for zero, inf and NaN.
Dyadic scale_of(const spec::NumberFormat& format, std::uint64_t pattern);

// `word` is a factor or, for f16 results, a word that holds a half.
Multiplier multiplier(const spec::Conversion& row, std::uint64_t word);

}  // namespace vconform::generators
