// Source patterns worth multiplying by a given scale: solved from the products that they are to
// have. Families, each one idea, each a finite list that is computed on demand.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generators/choices/choice_source.h"
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

struct ScaledFamily {
  std::string_view name;
  // How many patterns there are, repetitions counted; 0 where the idea is void.
  std::uint64_t (*count)(const Multiplier& by);
  // The pattern at index < count(by); the simplest at 0.
  std::uint64_t (*pattern)(const Multiplier& by, std::uint64_t index);
};

// Of s16 sources or of s32 ones.
std::span<const ScaledFamily> scaled_families(const spec::Conversion& row);

// Two draws: a family, and an index into it.
std::uint64_t interesting_source(ChoiceSource& choices, const Multiplier& by);

}  // namespace vconform::generators
