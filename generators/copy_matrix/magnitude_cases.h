// The cases of copy_matrix with an argument at a magnitude, as they are collected.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/copy_matrix/question.h"
#include "generators/vector/magnitudes.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

inline constexpr std::uint64_t kMostNdField = 0xffff;

class MatrixCases {
 public:
  MatrixCases(const spec::Cell& cell, std::uint64_t ctrl);

 protected:
  const spec::Conversion& row() const { return row_; }
  // The memory of the destination, and the bytes of L0C.
  spec::MemoryId to() const { return to_; }
  std::uint64_t l0c() const { return l0c_; }

  // NSize is a multiple of it.
  std::uint64_t multiple(bool split) const;
  // A matrix without gaps.
  MatrixShape matrix(std::uint64_t columns, std::uint64_t rows, bool split = false) const;
  // The same laid out as ND.
  static MatrixShape as_nd(MatrixShape shape);
  // Whether the operands fit into their memories.
  bool fits(const MatrixShape& shape) const;
  bool reads_quant_word() const;

  MatrixQuestion question(const MatrixShape& shape) const;
  // As many quant words as columns, and as many alphas, each unlike those of columns a power of two
  // away.
  MatrixQuestion of_quant_words(const MatrixShape& shape) const;
  MatrixQuestion of_alphas(const MatrixShape& shape) const;

  void add(const MatrixQuestion& question, bool is_extra);
  // A shape that does not fit is left out.
  void add(const MatrixShape& shape, bool is_extra);
  // Likewise, with quant words, if the row reads one, with alphas, and with both.
  void add_vectors_of(const MatrixShape& shape, bool is_extra);

  // Those that were added, once.
  std::vector<MagnitudeCase> cases();

 private:
  const spec::Cell& cell_;
  std::uint64_t ctrl_;
  const spec::Conversion& row_;
  std::uint64_t l0c_;
  spec::MemoryId to_;
  std::vector<MagnitudeCase> all_;
};

}  // namespace vconform::generators
