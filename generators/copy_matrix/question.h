// The parts of a discriminating case of copy_matrix.
#pragma once

#include "generators/copies/question.h"
#include "generators/copy_matrix/cases.h"

namespace vconform::generators {

// The default is one full block in one row, times 1.
struct MatrixQuestion : QuestionNumbers {
  MatrixCall call;
  // Uses QuantPRE 0, for rule fixpipe.quantpre-zero.
  bool quant_pre_zero = false;
};
MatrixQuestion matrix_question(const spec::Cell& cell);
DiscriminatingCase matrix_case(const MatrixQuestion& question);

}  // namespace vconform::generators
