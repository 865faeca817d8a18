#include "adapters/intrinsics/needs.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "adapters/intrinsics/hazards.h"
#include "adapters/intrinsics/operands/vector_step.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/units.h"

namespace vconform::adapters::intrinsics {

namespace {

using spec::Feature;

class Needs {
 public:
  void add(Feature feature, bool is_needed) {
    needed_.bits |= is_needed ? static_cast<std::uint32_t>(feature) : 0;
  }
  spec::FeatureSet needed() const { return needed_; }

 private:
  spec::FeatureSet needed_;
};

void add_half_results(Needs& needs, const spec::Conversion& row, std::uint64_t ctrl) {
  const bool is_half = row.to().is_floating() && row.to().bits == 16;
  const bool keeps_inf = spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan);
  needs.add(Feature::kSaturate, is_half && !keeps_inf);
  needs.add(Feature::kKeepInf, is_half && keeps_inf);
}

bool is_contiguous(const golden::Operand& operand, int blocks, bool repeats) {
  return operand.block_stride == 1 &&
         (!repeats || operand.repeat_stride == static_cast<std::uint64_t>(blocks));
}

bool is_full(const golden::VectorWalk& walk) {
  std::uint64_t active = 0;
  while (active < walk.lanes && walk.registers.mask.bit(active)) {
    ++active;
  }
  return active == walk.lanes;
}

void add_vector(Needs& needs, const golden::VectorWalk& walk) {
  const spec::Conversion& row = walk.cell.conversion();
  const bool repeats = walk.repeats > 1;
  add_half_results(needs, row, walk.registers.ctrl);
  needs.add(Feature::kCtrl59, spec::ctrl_bit(walk.registers.ctrl, spec::kCtrlTruncate));
  needs.add(Feature::kMask, !walk.counter_mode && !is_full(walk));
  needs.add(Feature::kCounter, walk.counter_mode);
  needs.add(Feature::kRepeat, walk.repeats != 1);
  needs.add(Feature::kStrides, !is_contiguous(walk.destination, row.destination_blocks, repeats) ||
                                   !is_contiguous(walk.source, row.source_blocks, repeats));
  needs.add(Feature::kInPlace, shares_blocks(walk));
}

constexpr std::uint64_t count_of(std::uint64_t size, std::uint64_t unit) {
  return (size + unit - 1) / unit;
}

// As vconform_adapter.h defines STRIDES: srcStride and dstStride_dst_D count even where a shape of
// one column of fractals or of blocks leaves them without effect.
bool is_contiguous(const spec::Conversion& row, const vconform_copy_matrix& copy,
                   std::uint64_t nd_para) {
  const std::uint64_t columns = std::max<std::uint64_t>(copy.NSize, 1);
  const std::uint64_t rows = std::max<std::uint64_t>(copy.MSize, 1);
  const std::uint64_t fractals = count_of(rows, spec::kFractalRows);
  if (copy.srcStride != fractals * spec::kFractalRows) {
    return false;
  }
  if (copy.NZ2ND_EN == 0) {
    const std::uint64_t bits = spec::channels_of_block(row, copy.channelSplit != 0) *
                               static_cast<std::uint64_t>(row.to().bits);
    return copy.dstStride_dst_D == rows * bits / (spec::kBlockBytes * spec::kBitsPerByte);
  }
  const bool has_neighbours = spec::kNdCount.of(nd_para) > 1;
  return copy.dstStride_dst_D == columns &&
         (!has_neighbours ||
          (spec::kNdSrcStride.of(nd_para) == count_of(columns, spec::kC0) * fractals &&
           spec::kNdDstStride.of(nd_para) == rows * columns));
}

void add_copy_matrix(Needs& needs, const spec::Conversion& row, const vconform_copy_matrix& copy,
                     const spec::Registers& registers) {
  const spec::QuantCode& code = spec::quant_code_of(row);
  const bool has_words = code.reads_quant_word() && copy.QuantPRE == code.vector;
  add_half_results(needs, row, registers.ctrl);
  needs.add(Feature::kStrides,
            !is_contiguous(row, copy, registers.of(spec::FixpipeRegister::kNdPara)));
  if (const auto mode = spec::feature_of(static_cast<spec::ReluPre>(copy.ReLUPRE))) {
    needs.add(*mode, true);
  }
  needs.add(Feature::kNd, copy.NZ2ND_EN != 0);
  needs.add(Feature::kChannelSplit, copy.channelSplit != 0);
  needs.add(Feature::kVectorQuant,
            has_words || copy.ReLUPRE == static_cast<std::uint8_t>(spec::ReluPre::kPrelu));
}

// Rows with isRelu under DEQ_NONE are rows of their own.
void add_data_copy(Needs& needs, const spec::Conversion& row, const vconform_data_copy& copy) {
  needs.add(Feature::kRelu, !row.is_plain_path() && !row.relu && copy.isRelu != 0);
  needs.add(Feature::kRepeat, copy.blockCount != 1);
  needs.add(Feature::kStrides, copy.blockCount > 1 && (copy.srcStride != 0 || copy.dstStride != 0));
}

}  // namespace

spec::FeatureSet features_needed(const golden::Behaviour& behaviour, const spec::Cell& cell,
                                 const vconform_step& step, const spec::Registers& registers) {
  Needs needs;
  const spec::Conversion& row = cell.conversion();
  if (step.kind == VCONFORM_STEP_COPY_MATRIX) {
    add_copy_matrix(needs, row, step.as.copy_matrix, registers);
  } else if (step.kind == VCONFORM_STEP_DATA_COPY) {
    add_data_copy(needs, row, step.as.data_copy);
  } else {
    add_vector(needs, walk_of(behaviour, cell, step, registers).value());
  }
  return needs.needed();
}

int stride_bits_needed(const golden::Behaviour& behaviour, const spec::Cell& cell,
                       const vconform_step& step, const spec::Registers& registers) {
  const std::optional<golden::VectorWalk> walk = walk_of(behaviour, cell, step, registers);
  if (!walk) {
    return 0;
  }
  std::uint64_t strides = walk->destination.block_stride | walk->source.block_stride;
  if (walk->repeats > 1) {
    strides |= walk->destination.repeat_stride | walk->source.repeat_stride;
  }
  return static_cast<int>(std::bit_width(strides));
}

}  // namespace vconform::adapters::intrinsics
