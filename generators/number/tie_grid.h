// The grid of numbers of a destination, and so of the ties between them.
#pragma once

#include <cstdint>
#include <span>

#include "spec/rows/conversions.h"

namespace vconform::generators {

// Neighbouring results k * 2^exponent with first <= k < first + count, and the next one after them.
// All midpoints (2k + 1) * 2^(exponent - 1) are source numbers.
struct GridPiece {
  int exponent;
  std::uint64_t first;
  std::uint64_t count;
};

// The pieces of a row's destination, those near 1 first: binades, subnormals by leading bit,
// integers by leading bit up to and including the limit, so that its midpoint is half an ulp beyond
// the range. Empty for rows without ties.
std::span<const GridPiece> grid_pieces(const spec::Conversion& row);

// Whether the row's results are integers: an integer destination, or f32 to f32.
constexpr bool rounds_to_integers(const spec::Conversion& row) {
  return !row.to().is_floating() || row.source == row.destination;
}

}  // namespace vconform::generators
