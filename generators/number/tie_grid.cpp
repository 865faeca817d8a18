#include "generators/number/tie_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace vconform::generators {

namespace {

using Pieces = std::vector<GridPiece>;

// Whether a source number can have its last set bit at `last` and its first one at `top`.
bool source_reaches(const spec::NumberFormat& source, int last, int top) {
  if (!source.is_floating()) {
    return last >= 0 && top <= source.bits - 2;
  }
  return last >= source.min_subnormal_exponent() && top <= source.max_exponent() &&
         top - last < source.precision();
}

void add(const spec::Conversion& row, GridPiece piece, Pieces& pieces) {
  const std::uint64_t largest = 2 * (piece.first + piece.count - 1) + 1;
  const int top = piece.exponent - 2 + static_cast<int>(std::bit_width(largest));
  if (source_reaches(row.from(), piece.exponent - 1, top)) {
    pieces.push_back(piece);
  }
}

// Splits k from 0 to limit into pieces of equal leading bit.
void add_by_leading_bit(const spec::Conversion& row, int exponent, std::uint64_t limit,
                        Pieces& pieces) {
  add(row, {exponent, 0, 1}, pieces);
  for (std::uint64_t first = 1; first <= limit; first *= 2) {
    add(row, {exponent, first, std::min(first, limit - first + 1)}, pieces);
    if (first > limit / 2) {
      return;
    }
  }
}

void add_binades(const spec::Conversion& row, Pieces& pieces) {
  const spec::NumberFormat& to = row.to();
  const std::uint64_t first = std::uint64_t{1} << to.fraction_bits;
  for (int top = 0; top <= to.max_exponent(); ++top) {
    add(row, {top - to.fraction_bits, first, first}, pieces);
  }
  for (int top = -1; top >= to.min_exponent(); --top) {
    add(row, {top - to.fraction_bits, first, first}, pieces);
  }
}

Pieces pieces_of(const spec::Conversion& row) {
  Pieces pieces;
  if (rounds_to_integers(row)) {
    const std::uint64_t limit = row.to().is_floating() ? std::uint64_t{1} << 62
                                : row.to().is_signed() ? row.to().sign_mask()
                                                       : row.to().pattern_mask() + 1;
    add_by_leading_bit(row, 0, std::min(limit, std::uint64_t{1} << 62), pieces);
    return pieces;
  }
  add_binades(row, pieces);
  add_by_leading_bit(row, row.to().min_subnormal_exponent(), row.to().fraction_mask(), pieces);
  return pieces;
}

std::array<Pieces, spec::kConversions.size()> all_pieces() {
  std::array<Pieces, spec::kConversions.size()> all;
  for (const spec::Conversion& row : spec::kConversions) {
    all[spec::position_of(row)] = pieces_of(row);
  }
  return all;
}

}  // namespace

std::span<const GridPiece> grid_pieces(const spec::Conversion& row) {
  static const auto kAll = all_pieces();
  return kAll[spec::position_of(row)];
}

}  // namespace vconform::generators
