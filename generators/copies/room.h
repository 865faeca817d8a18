// Where the operands of a copy lie, and how large its memories are: as small as can be most of the
// time, since every byte of every memory is filled and compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

// Bytes that an operand needs in a memory, in every reading.
struct Piece {
  spec::MemoryId memory;
  std::uint64_t bytes;
  std::uint64_t alignment;
};

struct Room {
  // Of each piece, in their order.
  std::vector<std::uint64_t> offsets;
  std::vector<spec::CaseMemory> memories;

  spec::Address at(std::span<const Piece> pieces, std::size_t i) const {
    return {pieces[i].memory, offsets[i]};
  }
};

enum class Product { kA2, kM200 };

// Pieces of one memory lie apart, in either order, adjacent or not, at the start or the end of the
// memory, in GM at odd bytes too. The memory ends with the last piece, soon after it, or, seldom,
// where that of the product does. One draw, one for each piece, and two for each memory.
Room draw_room(ChoiceSource& choices, Product product, std::span<const Piece> pieces);

// The pieces one after another, and a little room behind them.
Room plain_room(std::span<const Piece> pieces);

}  // namespace vconform::generators
