// The places of copy_matrix's elements: fractals in L0C, NZ or ND at the destination
// (copy_matrix_cc, 图1; asc-devkit:NZ2NZ, NZ2ND).
#pragma once

#include <cstdint>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"

namespace vconform::adapters::golden {

// All distances count elements.
struct FractalLayout {
  // The nd blocks, rows and columns that are written.
  std::uint64_t blocks = 1;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;

  std::uint64_t src_block_stride = 0;
  // From 16 columns to the next 16.
  std::uint64_t src_column_stride = 0;
  // Column n is read from column n ^ flip of its sixteen.
  std::uint64_t src_flip = 0;

  std::uint64_t dst_block_stride = 0;
  // The consecutive columns of a row; the next ones are dst_column_stride further on.
  std::uint64_t channels = 0;
  std::uint64_t dst_column_stride = 0;
  std::uint64_t dst_row_stride = 0;
  // The elements of a row of the last block, channels that are not written included.
  std::uint64_t last_block = 0;

  std::uint64_t source(std::uint64_t block, std::uint64_t row, std::uint64_t column) const;
  std::uint64_t destination(std::uint64_t block, std::uint64_t row, std::uint64_t column) const;
  // The first element behind all that is read, padding rows and whole fractal rows included, and
  // behind all that may be written. Requires a layout with elements.
  std::uint64_t source_end() const;
  std::uint64_t destination_end() const;
};

// The layout of any arguments; with NZ2ND_EN it depends on nd_para.
FractalLayout fractal_layout(const Behaviour& behaviour, const spec::Conversion& row,
                             const vconform_copy_matrix& call, const spec::Registers& registers);

}  // namespace vconform::adapters::golden
