// The shape of a matrix that copy_matrix moves, and the generators' own arithmetic of the places of
// its elements.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/instruction.h"
#include "spec/case/memory_bytes.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct MatrixShape {
  std::uint64_t n_size = 16;
  std::uint64_t m_size = 16;
  std::uint64_t src_stride = 16;
  // dstStride or, with nz2nd, dst_D.
  std::uint64_t dst_stride = 16;
  bool channel_split = false;
  bool nz2nd = false;
  // The fields of nd_para, which is ignored without nz2nd.
  std::uint64_t nd_count = 1;
  std::uint64_t src_nd_stride = 1;
  std::uint64_t dst_nd_stride = 0;

  bool writes() const { return n_size != 0 && m_size != 0 && (!nz2nd || nd_count != 0); }
  // The matrices, rows and columns that a payload is made for: at least one of each.
  std::uint64_t matrices() const { return nz2nd && nd_count > 1 ? nd_count : 1; }
  std::uint64_t rows() const { return m_size > 0 ? m_size : 1; }
  std::uint64_t columns() const { return n_size > 0 ? n_size : 1; }
};

// One contiguous matrix in NZ.
MatrixShape contiguous_matrix(const spec::Conversion& row, std::uint64_t n_size,
                              std::uint64_t m_size);
// `count` contiguous matrices one after another, with NZ2ND.
MatrixShape contiguous_nd(const spec::Conversion& row, std::uint64_t n_size, std::uint64_t m_size,
                          std::uint64_t count);

// The contiguous dstStride of an NZ destination.
std::uint64_t contiguous_dst_stride(const spec::Conversion& row, const MatrixShape& shape);
// Whether any stride differs from the contiguous one.
bool has_gaps(const spec::Conversion& row, const MatrixShape& shape);

// A legal shape: no two elements of the destination meet. Always takes the same number of draws.
// Uses the features kStrides, kNd and kChannelSplit if they are allowed.
MatrixShape draw_matrix_shape(ChoiceSource& choices, const spec::Conversion& row,
                              const Bounds& bounds);

// The index of element (m, n) of matrix i, in elements from the start of the source.
std::uint64_t source_index(const MatrixShape& shape, std::uint64_t matrix, std::uint64_t m,
                           std::uint64_t n);
// The bytes from the start of the operand to the end of all that any reading touches: padding rows,
// whole last blocks, blocks of 16 channels, strides in any unit.
std::uint64_t source_bytes(const MatrixShape& shape);
std::uint64_t destination_bytes(const spec::Conversion& row, const MatrixShape& shape);

// The parts of an operand in which elements lie under any reading, or nothing if they are many; see
// Piece.
std::vector<spec::ByteRange> source_parts(const MatrixShape& shape);
std::vector<spec::ByteRange> destination_parts(const spec::Conversion& row,
                                               const MatrixShape& shape);

// Puts the shape into an instruction; nd_para returns the register's contents.
void put_shape(const MatrixShape& shape, spec::CopyMatrix& step);
std::uint64_t nd_para(const MatrixShape& shape);

}  // namespace vconform::generators
