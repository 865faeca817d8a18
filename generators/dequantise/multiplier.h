// A scale as the number that a source is multiplied by.
#pragma once

#include <cstdint>

#include "generators/number/exact_pattern.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// What a lane multiplies by.
struct Multiplier {
  const spec::Conversion& row;
  // The scale: odd significand, or 0 where it is 0, inf or NaN.
  Dyadic scale;
  // Of a factor; 0 for a half.
  int offset = 0;
};

// The number that a pattern of a floating-point format is; 0 for inf and NaN. The significand is
// odd or 0.
Dyadic scale_of(const spec::NumberFormat& format, std::uint64_t pattern);

// `word` is a factor or, for f16 results, a half in a word.
Multiplier multiplier(const spec::Conversion& row, std::uint64_t word);

}  // namespace vconform::generators
