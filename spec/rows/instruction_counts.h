// How many instructions each family has, for texts that name the number.
#pragma once

#include <cstddef>

#include "spec/rows/conversions.h"

namespace vconform::spec {

// Rows of a certificate: a pair of types in one rounding mode.
struct InstructionCounts {
  std::size_t required = 0;
  // Those that the page's table and its prototypes disagree on: rows only if they are claimed.
  std::size_t optional = 0;

  constexpr std::size_t all() const { return required + optional; }
};

constexpr InstructionCounts instructions_of(Family family) {
  InstructionCounts counts;
  for (const Conversion& row : kRows) {
    if (row.family == family) {
      counts.required += row.modes.size();
      counts.optional += row.optional_modes.size();
    }
  }
  return counts;
}

}  // namespace vconform::spec
