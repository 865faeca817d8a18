// Source patterns worth copying under a given word: solved from the results that they are to have.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generators/choices/choice_source.h"
#include "generators/copies/words.h"
#include "generators/dequantise/scaled_sources.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// An element of a copy: what it is multiplied by once it is shifted, and by how much it is shifted.
// After a shift it is an s16.
struct CopiedElement {
  const spec::Conversion& row;
  Multiplier by;
  int shift = 0;
};
CopiedElement copied_element(const spec::Conversion& row, const CopyScale& scale);

struct CopyFamily {
  std::string_view name;
  // How many patterns there are, repetitions counted; 0 where the idea is void.
  std::uint64_t (*count)(const CopiedElement& element);
  // The pattern at index < count(element); the simplest at 0.
  std::uint64_t (*pattern)(const CopiedElement& element, std::uint64_t index);
};

// By what the row does.
std::span<const CopyFamily> copy_families(const spec::Conversion& row);

// Two draws: a family, and an index into it.
std::uint64_t interesting_copied(ChoiceSource& choices, const spec::Conversion& row,
                                 const CopyScale& scale);

}  // namespace vconform::generators
