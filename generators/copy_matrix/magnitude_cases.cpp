#include "generators/copy_matrix/magnitude_cases.h"

#include <algorithm>
#include <utility>

#include "generators/copies/work.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

using spec::MemoryId;

MatrixCases::MatrixCases(const spec::Cell& cell, std::uint64_t ctrl)
    : cell_(cell),
      ctrl_(ctrl),
      row_(cell.conversion()),
      l0c_(spec::memory_of(MemoryId::kL0c).a2_size),
      to_(spec::memory_of(row_.path.to)) {}

std::uint64_t MatrixCases::multiple(bool split) const {
  return spec::n_size_multiple(row_, split);
}

MatrixShape MatrixCases::matrix(std::uint64_t columns, std::uint64_t rows, bool split) const {
  MatrixShape shape = contiguous_matrix(row_, columns, rows);
  shape.channel_split = split;
  shape.dst_stride = contiguous_dst_stride(row_, shape);
  return shape;
}

MatrixShape MatrixCases::as_nd(MatrixShape shape) {
  shape.nz2nd = true;
  shape.dst_stride = shape.columns();
  shape.dst_nd_stride = std::min(shape.rows() * shape.dst_stride, kMostNdField - 1);
  return shape;
}

bool MatrixCases::fits(const MatrixShape& shape) const {
  const std::uint64_t bytes = destination_bytes(row_, shape);
  if (source_bytes(shape) > l0c_) {
    return false;
  }
  if (to_ != MemoryId::kGm) {
    return bytes <= spec::memory_of(to_).a2_size;
  }
  return bytes <= kMostOfGm ||
         (bytes <= spec::kMaxGmBytes - kRoomBehind && !destination_parts(row_, shape).empty());
}

bool MatrixCases::reads_quant_word() const {
  return spec::quant_code_of(row_).reads_quant_word();
}

MatrixQuestion MatrixCases::question(const MatrixShape& shape) const {
  MatrixQuestion question = matrix_question(cell_);
  question.call.registers.ctrl = ctrl_;
  question.call.shape = shape;
  question.source = source_numbers(row_);
  question.old_destination = destination_numbers(row_);
  return question;
}

MatrixQuestion MatrixCases::of_quant_words(const MatrixShape& shape) const {
  // Shifted by any N these are apart.
  constexpr NumberRange kLarge = {1 << 14, 8191};
  MatrixQuestion vector = question(shape);
  vector.call.words.quant_vector = true;
  if (work_of(row_) == CopyWork::kShifts) {
    vector.source = kLarge;
  }
  return vector;
}

// Sources below zero take the alpha, and their results lie in every range.
MatrixQuestion MatrixCases::of_alphas(const MatrixShape& shape) const {
  constexpr std::uint32_t kMinusHalf = 0xbf000000;
  MatrixQuestion alphas = question(shape);
  alphas.call.words.relu = spec::ReluPre::kPrelu;
  alphas.call.words.alpha = kMinusHalf;
  alphas.source = row_.to().bits < 8 ? NumberRange{-14, 13} : NumberRange{-126, 125};
  plant_alphas(shape.columns(), alphas.call.words);
  return alphas;
}

void MatrixCases::add(const MatrixShape& shape, bool is_extra) {
  if (fits(shape)) {
    add(question(shape), is_extra);
  }
}

void MatrixCases::add(const MatrixQuestion& question, bool is_extra) {
  all_.push_back({matrix_case(question), is_extra});
}

void MatrixCases::add_vectors_of(const MatrixShape& shape, bool is_extra) {
  if (!fits(shape)) {
    return;
  }
  // FPC has eight bits for the address of the alphas, in units of 64 bytes, behind the words.
  constexpr std::uint64_t kMostWithBoth = 255 * 64 / sizeof(std::uint64_t);
  const MatrixQuestion alphas = of_alphas(shape);
  if (reads_quant_word()) {
    add(of_quant_words(shape), is_extra);
    MatrixQuestion both = alphas;
    both.call.words.quant_vector = true;
    if (shape.columns() <= kMostWithBoth) {
      add(both, is_extra);
    }
  }
  add(alphas, is_extra);
}

std::vector<MagnitudeCase> MatrixCases::cases() {
  return std::exchange(all_, {});
}

}  // namespace vconform::generators
