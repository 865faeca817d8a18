#include "generators/copy_matrix/discriminators.h"
#include "generators/copy_matrix/question.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

bool every(const spec::Conversion&) {
  return true;
}
bool is_not_b4(const spec::Conversion& row) {
  return row.to().bits != 4;
}

// A source whose numbers are the results, over a destination that holds none of them.
MatrixQuestion numbered(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  MatrixQuestion question = matrix_question(cell);
  question.source = row.to().bits == 4 ? NumberRange{-6, 11} : NumberRange{1, 113};
  question.old_destination = destination_numbers(row);
  if (row.to().bits == 4) {
    question.old_destination = {7, 1};
  }
  return question;
}

using Maker = MatrixQuestion (*)(const spec::Cell& cell);

std::vector<DiscriminatingCase> cases_of(Concerns concerns, Maker make) {
  std::vector<DiscriminatingCase> cases;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, concerns)) {
    for (const std::uint64_t ctrl : both_ctrl48(cell.conversion())) {
      MatrixQuestion question = make(cell);
      question.call.registers.ctrl = ctrl;
      cases.push_back(matrix_case(question));
    }
  }
  return cases;
}

// Two blocks so far apart that they do not meet even if the stride counts elements.
MatrixQuestion two_blocks(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  const std::uint64_t channels = spec::channels_of_block(row, false);
  MatrixQuestion question = numbered(cell);
  const std::uint64_t rows = row.to().bits == 4 ? 1 : 2;
  question.call.shape = contiguous_matrix(row, 2 * channels, rows);
  question.call.shape.dst_stride = rows * channels;
  return question;
}

// One channel more than sixteen.
MatrixQuestion seventeen_columns(const spec::Cell& cell) {
  MatrixQuestion question = numbered(cell);
  question.call.shape = contiguous_matrix(cell.conversion(), spec::kC0 + 1, 1);
  return question;
}

MatrixQuestion no_nd_block(const spec::Cell& cell) {
  MatrixQuestion question = numbered(cell);
  question.call.shape.nd_count = 0;
  return question;
}

MatrixQuestion two_nd_blocks(const spec::Cell& cell) {
  const std::uint64_t columns = cell.conversion().to().bits == 4 ? 64 : 16;
  MatrixQuestion question = numbered(cell);
  question.call.shape = contiguous_nd(cell.conversion(), columns, 1, 2);
  return question;
}

// One row of more columns than 12 bits count, which are those of 16 over and over.
MatrixQuestion wide_nd(const spec::Cell& cell) {
  MatrixQuestion question = numbered(cell);
  question.call.shape = contiguous_nd(cell.conversion(), spec::kMaxNSize + 1, 1, 1);
  question.call.shape.src_stride = 0;
  return question;
}

bool has_code(const spec::Conversion& row) {
  return spec::quant_code_of(row).scalar != 0;
}

std::vector<DiscriminatingCase> matrix_nd_limit_cases() {
  return cases_of(every, wide_nd);
}
std::vector<DiscriminatingCase> matrix_quantpre_codes_cases() {
  return cases_of(has_code, numbered);
}
std::vector<DiscriminatingCase> matrix_layout_cases() {
  return cases_of(every, two_blocks);
}
std::vector<DiscriminatingCase> matrix_last_block_cases() {
  return cases_of(is_not_b4, seventeen_columns);
}
std::vector<DiscriminatingCase> matrix_nd_count_cases() {
  return cases_of(every, no_nd_block);
}
std::vector<DiscriminatingCase> matrix_nd_unit_cases() {
  return cases_of(every, two_nd_blocks);
}

}  // namespace

std::vector<Discriminator> matrix_layout_discriminators() {
  return {
      // A backend that takes no code but 0 refuses the cases of most rules below.
      {240, {spec::cite("fixpipe.quantpre-codes")}, matrix_quantpre_codes_cases},
      // A block of per-16 is several of merged, so that both rules say where results stand.
      {250,
       {spec::cite("fixpipe.narrow-layout"), spec::cite("fixpipe.dst-stride-unit")},
       matrix_layout_cases},
      {260, {spec::cite("fixpipe.last-block")}, matrix_last_block_cases},
      {270, {spec::cite("fixpipe.nd-count-without-nd")}, matrix_nd_count_cases},
      {280, {spec::cite("fixpipe.src-nd-unit")}, matrix_nd_unit_cases},
      {290, {spec::cite("fixpipe.nd-limit")}, matrix_nd_limit_cases},
  };
}

}  // namespace vconform::generators
