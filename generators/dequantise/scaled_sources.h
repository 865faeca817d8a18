// Source patterns worth multiplying by a given scale: solved from the products that they are to
// have. Families, each one idea, each a finite list that is computed on demand.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generators/choices/choice_source.h"
#include "generators/dequantise/multiplier.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

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
