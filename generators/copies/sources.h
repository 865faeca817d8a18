// Source patterns worth copying under a given word, solved from the wanted results.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generators/choices/choice_source.h"
#include "generators/copies/words.h"
#include "generators/dequantise/scaled_sources.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// An element of a copy with its multiplier and its shift. A shifted element is an s16.
struct CopiedElement {
  const spec::Conversion& row;
  Multiplier by;
  int shift = 0;
};
CopiedElement copied_element(const spec::Conversion& row, const CopyScale& scale);

struct CopyFamily {
  std::string_view name;
  // The number of patterns, repetitions counted; 0 if the idea does not apply.
  std::uint64_t (*count)(const CopiedElement& element);
  // The pattern at index < count(element); the simplest at 0.
  std::uint64_t (*pattern)(const CopiedElement& element, std::uint64_t index);
};

// The families for what the row does.
std::span<const CopyFamily> copy_families(const spec::Conversion& row);
// Further ones, which cases with listed values hold, and from which nothing is drawn.
std::span<const CopyFamily> listed_copy_families(const spec::Conversion& row);
// The families of the source's type, whatever becomes of it: powers of two with their neighbours,
// limits, zeros, subnormal numbers, infinities, NaNs. Not all apply to integers.
std::span<const CopyFamily> source_families();

// A source pattern in two draws: a family, and an index into it.
std::uint64_t interesting_copied(ChoiceSource& choices, const spec::Conversion& row,
                                 const CopyScale& scale);

}  // namespace vconform::generators
