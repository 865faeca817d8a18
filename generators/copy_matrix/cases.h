// Cases of the family copy_matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/copies/room.h"
#include "generators/copy_matrix/shape.h"
#include "generators/copy_matrix/words.h"
#include "spec/case/case.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// One copy with all the registers it may read: SetCtrl, SetMask, SetFixpipe four times, CopyMatrix.
// Uses only the features in `bounds.allowed`. Without
//   kStrides, source and destination are one contiguous matrix;
//   kNd, the destination is in NZ;
//   kRelu, ReLUPRE is 0;
//   kChannelSplit, no channels are split;
//   kVectorQuant, the quant word is in the register and pReLU is not used.
// kSaturate and kKeepInf apply as in vconv_case; CTRL[59], counter mode and masks do not affect a
// copy and occur only if allowed.
spec::Case copy_matrix_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// The parameters of a case before its operands have places.
struct MatrixCall {
  spec::Cell cell;
  spec::Registers registers;
  MatrixShape shape;
  MatrixWords words;

  const spec::Conversion& row() const { return cell.conversion(); }
};

// Draws registers and words for a shape.
MatrixCall draw_matrix_call(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed,
                            const MatrixShape& shape);

// The pieces of memory that operands and vectors need: destination, source, quant words, alphas.
std::vector<Piece> matrix_pieces(const MatrixCall& call);

// The steps, with the operands in this room.
std::vector<spec::Step> matrix_steps(const MatrixCall& call, const Room& room);

// Puts a case together. Draws the contents of the source, then words of columns, then planted
// elements, solved for the word of their column.
spec::Case assembled_matrix_case(ChoiceSource& choices, MatrixCall call, const Room& room);

}  // namespace vconform::generators
