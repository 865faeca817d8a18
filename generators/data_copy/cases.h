// Cases of the family data_copy.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/copies/room.h"
#include "generators/data_copy/shape.h"
#include "generators/data_copy/words.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// SetCtrl, which has no say, and one DataCopy. Uses only what `allowed` has:
//   kRepeat  else one block     kRelu     else isRelu and bit 47 clear, but in the rows that are
//   kStrides else no gaps                 DEQ_NONE with isRelu
// Operands in one memory are apart, a vector is apart from the destination.
spec::Case data_copy_case(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed);

// What a case is made of.
struct BlockCall {
  spec::Cell cell;
  std::uint64_t ctrl = 0;
  BlockShape shape;
  BlockWords words;

  const spec::Conversion& row() const { return cell.conversion(); }
};

BlockCall draw_block_call(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed);

// What its operands need: destination, source and, where it reads one, the vectors.
std::vector<Piece> block_pieces(const BlockCall& call);

// The instruction, with its operands in this room.
spec::DataCopy block_step(const BlockCall& call, const Room& room);

// Puts a case together. Draws what the source holds, then other factors of the vectors, then
// planted elements, solved for the word that they meet.
spec::Case assembled_block_case(ChoiceSource& choices, BlockCall call, const Room& room);

}  // namespace vconform::generators
