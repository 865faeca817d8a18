// Source bit patterns worth converting: families of them, each one idea, each a finite list that is
// computed on demand.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generators/choices/choice_source.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

struct ValueFamily {
  std::string_view name;
  // How many patterns the family has for a row, repetitions counted; 0 where the idea is void.
  std::uint64_t (*count)(const spec::Conversion& row);
  // The pattern at index < count(row); the simplest at 0.
  std::uint64_t (*pattern)(const spec::Conversion& row, std::uint64_t index);
};

// All families, and the ones that a row has; plain numbers first.
std::span<const ValueFamily> value_families();
std::span<const ValueFamily* const> families_of(const spec::Conversion& row);

// Two draws: a family of the row, and an index into it.
std::uint64_t interesting_pattern(ChoiceSource& choices, const spec::Conversion& row);

}  // namespace vconform::generators
