// Source bit patterns worth converting, in families: each is one idea and a finite list that is
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
  // The number of patterns for a row, repetitions counted; 0 if the idea does not apply.
  std::uint64_t (*count)(const spec::Conversion& row);
  // The pattern at index < count(row); the simplest at 0.
  std::uint64_t (*pattern)(const spec::Conversion& row, std::uint64_t index);
};

// All families, and those that a row has; plain numbers first.
std::span<const ValueFamily> value_families();
std::span<const ValueFamily* const> families_of(const spec::Conversion& row);

// A pattern in two draws: a family of the row, and an index into it.
std::uint64_t interesting_pattern(ChoiceSource& choices, const spec::Conversion& row);

}  // namespace vconform::generators
