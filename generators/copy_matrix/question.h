// The parts of a discriminating case of copy_matrix.
#pragma once

#include "generators/copies/question.h"
#include "generators/copy_matrix/cases.h"

namespace vconform::generators {

// The default is one full block in one row, times 1.
struct MatrixQuestion {
  MatrixCall call;
  // The numbers of all source elements, except the first columns of row 0, which hold `patterns`.
  NumberRange source{};
  std::vector<std::uint64_t> patterns;
  NumberRange old_destination{};
  // Uses QuantPRE 0, for rule fixpipe.quantpre-zero.
  bool quant_pre_zero = false;
};
MatrixQuestion matrix_question(const spec::Cell& cell);
DiscriminatingCase matrix_case(const MatrixQuestion& question);

}  // namespace vconform::generators
