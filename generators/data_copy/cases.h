// Cases of the family data_copy.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/copies/room.h"
#include "generators/data_copy/shape.h"
#include "generators/data_copy/words.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// SetCtrl, which does not affect it, and one DataCopy. Uses only the features in `bounds.allowed`.
// Without
//   kRepeat, there is one block;
//   kStrides, there are no gaps;
//   kRelu, isRelu and bit 47 are clear, except in the rows that are DEQ_NONE with isRelu.
// Operands in one memory do not overlap, and a vector does not overlap the destination.
spec::Case data_copy_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// The parameters of a case before its operands have places.
struct BlockCall {
  spec::Cell cell;
  std::uint64_t ctrl = 0;
  BlockShape shape;
  BlockWords words;

  const spec::Conversion& row() const { return cell.conversion(); }
};

BlockCall draw_block_call(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// The pieces of memory that it needs: destination, source and, if it reads them, the vectors.
std::vector<Piece> block_pieces(const BlockCall& call);

// The instruction, with its operands in this room.
spec::DataCopy block_step(const BlockCall& call, const Room& room);

// Puts a case together. Draws the contents of the source, then other factors of the vectors, then
// planted elements, solved for the word that they meet.
spec::Case assembled_block_case(ChoiceSource& choices, BlockCall call, const Room& room);

}  // namespace vconform::generators
