#include "adapters/golden/copy_matrix/layout.h"

#include <algorithm>

#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/units.h"

namespace vconform::adapters::golden {

namespace {

std::uint64_t round_up(std::uint64_t number, std::uint64_t unit) {
  return (number + unit - 1) / unit * unit;
}

std::uint64_t channels_of(const Behaviour& behaviour, const spec::Conversion& row, bool splits) {
  const bool merges = behaviour.follows(choice("fixpipe.narrow-layout", "merged"));
  return row.to().bits < 16 && !merges ? spec::kC0 : spec::channels_of_block(row, splits);
}

void lay_out_nz(const Behaviour& behaviour, const spec::Conversion& row,
                const vconform_copy_matrix& call, FractalLayout& layout) {
  const auto bits = static_cast<std::uint64_t>(row.to().bits);
  const bool counts_elements = behaviour.follows(choice("fixpipe.dst-stride-unit", "element"));
  const std::uint64_t unit = counts_elements ? 1 : spec::kBlockBytes * spec::kBitsPerByte / bits;
  layout.channels = channels_of(behaviour, row, call.channelSplit != 0);
  layout.dst_column_stride = call.dstStride_dst_D * unit;
  layout.dst_row_stride = layout.channels;
  layout.last_block = layout.channels;
  if (behaviour.follows(choice("fixpipe.last-block", "whole-block"))) {
    // The fractal has no further channels of the block.
    layout.columns =
        std::min(round_up(layout.columns, spec::kC0), round_up(layout.columns, layout.channels));
  }
}

void lay_out_nd(const Behaviour& behaviour, const vconform_copy_matrix& call,
                const spec::Registers& registers, FractalLayout& layout) {
  const std::uint64_t para = registers.of(spec::FixpipeRegister::kNdPara);
  const bool counts_rows = behaviour.follows(choice("fixpipe.src-nd-unit", "c0"));
  layout.blocks = spec::kNdCount.of(para);
  layout.src_block_stride =
      spec::kNdSrcStride.of(para) * (counts_rows ? spec::kC0 : spec::kC0 * spec::kFractalRows);
  layout.dst_block_stride = spec::kNdDstStride.of(para);
  layout.channels = std::max<std::uint64_t>(layout.columns, 1);
  layout.dst_row_stride = call.dstStride_dst_D;
  layout.last_block = layout.columns;
}

}  // namespace

std::uint64_t FractalLayout::source(std::uint64_t block, std::uint64_t row,
                                    std::uint64_t column) const {
  return block * src_block_stride + column / spec::kC0 * src_column_stride + row * spec::kC0 +
         (column % spec::kC0 ^ src_flip);
}

std::uint64_t FractalLayout::destination(std::uint64_t block, std::uint64_t row,
                                         std::uint64_t column) const {
  return block * dst_block_stride + column / channels * dst_column_stride + row * dst_row_stride +
         column % channels;
}

std::uint64_t FractalLayout::source_end() const {
  return source(blocks - 1, round_up(rows, spec::kFractalRows),
                (columns - 1) / spec::kC0 * spec::kC0) -
         src_flip;
}

std::uint64_t FractalLayout::destination_end() const {
  return destination(blocks - 1, rows - 1, (columns - 1) / channels * channels) + last_block;
}

FractalLayout fractal_layout(const Behaviour& behaviour, const spec::Conversion& row,
                             const vconform_copy_matrix& call, const spec::Registers& registers) {
  FractalLayout layout;
  layout.rows = call.MSize;
  layout.columns = call.NSize;
  layout.src_column_stride = std::uint64_t{call.srcStride} * spec::kC0;
  if (call.NZ2ND_EN != 0) {
    lay_out_nd(behaviour, call, registers, layout);
  } else {
    lay_out_nz(behaviour, row, call, layout);
  }
  return layout;
}

}  // namespace vconform::adapters::golden
