// Cases of the family copy_matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/choice_source.h"
#include "generators/copies/room.h"
#include "generators/copy_matrix/shape.h"
#include "generators/copy_matrix/words.h"
#include "spec/case/case.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// One copy with all the registers it may read: SetCtrl, SetMask, SetFixpipe four times,
// CopyMatrix. Uses only what `allowed` has:
//   kStrides  else a contiguous matrix, source and destination   kNd           else NZ
//   kRelu     else ReLUPRE 0                                     kChannelSplit else none
//   kVectorQuant  else the quant word in the register and no pReLU
// kSaturate, kKeepInf as vconv_case; CTRL[59], counter mode and masks, which have no say, only
// where they are allowed.
spec::Case copy_matrix_case(ChoiceSource& choices, const spec::Cell& cell,
                            spec::FeatureSet allowed);

// What a case is made of.
struct MatrixCall {
  spec::Cell cell;
  spec::Registers registers;
  MatrixShape shape;
  MatrixWords words;

  const spec::Conversion& row() const { return cell.conversion(); }
};

// Registers and words, for a shape.
MatrixCall draw_matrix_call(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed,
                            const MatrixShape& shape);

// What its operands and vectors need: destination, source, quant words, alphas.
std::vector<Piece> matrix_pieces(const MatrixCall& call);

// The steps, with the operands in this room.
std::vector<spec::Step> matrix_steps(const MatrixCall& call, const Room& room);

// Puts a case together. Draws what the source holds, then words of columns, then planted elements,
// solved for the word of their column.
spec::Case assembled_matrix_case(ChoiceSource& choices, MatrixCall call, const Room& room);

}  // namespace vconform::generators
