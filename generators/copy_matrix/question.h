// How a discriminating case of copy_matrix is put together.
#pragma once

#include "generators/copies/question.h"
#include "generators/copy_matrix/cases.h"

namespace vconform::generators {

// One full block of one row, times 1.
struct MatrixQuestion {
  MatrixCall call;
  // What all source elements hold, but for the first columns of row 0.
  NumberRange source{};
  std::vector<std::uint64_t> patterns;
  NumberRange old_destination{};
  // Of rule fixpipe.quantpre-zero.
  bool quant_pre_zero = false;
};
MatrixQuestion matrix_question(const spec::Cell& cell);
DiscriminatingCase matrix_case(const MatrixQuestion& question);

}  // namespace vconform::generators
