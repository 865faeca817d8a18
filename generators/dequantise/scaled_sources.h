// Source patterns worth multiplying by a given scale, solved from the wanted products: families,
// each one idea, each a finite list that is computed on demand.
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
  // The number of patterns, repetitions counted; 0 if the idea does not apply.
  std::uint64_t (*count)(const Multiplier& by);
  // The pattern at index < count(by); the simplest at 0.
  std::uint64_t (*pattern)(const Multiplier& by, std::uint64_t index);
};

// The families for s16 sources or for s32 ones.
std::span<const ScaledFamily> scaled_families(const spec::Conversion& row);

// A source pattern in two draws: a family, and an index into it.
std::uint64_t interesting_source(ChoiceSource& choices, const Multiplier& by);

}  // namespace vconform::generators
