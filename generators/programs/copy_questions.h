// How a discriminating case of a copy is put together.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/copy_matrix/cases.h"
#include "generators/data_copy/cases.h"
#include "generators/vector/background.h"
#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// The instructions of a family that a rule concerns.
using Concerns = bool (*)(const spec::Conversion& row);
std::vector<spec::Cell> copy_cells_of(spec::Family family, Concerns concerns);

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

// One block of sixteen elements, times 1.
struct BlockQuestion {
  BlockCall call;
  NumberRange source{};
  std::vector<std::uint64_t> patterns;
  NumberRange old_destination{};
};
BlockQuestion block_question(const spec::Cell& cell);
DiscriminatingCase block_case(const BlockQuestion& question);

// All factors of all vectors, or deqValue.
void put_word(BlockCall& call, std::uint64_t word);

// The patterns of integers in the source of a row.
std::vector<std::uint64_t> source_patterns(const spec::Conversion& row,
                                           const std::vector<std::int64_t>& sources);

// That no witness of an integer result has; of other results what no number of the background has.
NumberRange no_result(const spec::Conversion& row);

}  // namespace vconform::generators
