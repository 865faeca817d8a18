#include "adapters/abi/spec_step.h"

#include <concepts>
#include <limits>

#include "adapters/abi/cell.h"

namespace vconform::adapters {

namespace {

// Copies fields, and remembers whether one did not fit.
class Fields {
 public:
  explicit Fields(const spec::Cell& cell) : cell_(cell) {}

  template <std::unsigned_integral To>
  void number(To& to, std::uint64_t from) {
    fit_ = fit_ && from <= std::numeric_limits<To>::max();
    to = static_cast<To>(from);
  }
  void flag(bool& to, std::uint64_t from) {
    fit_ = fit_ && from <= 1;
    to = from != 0;
  }
  template <typename Enum>
  void name(Enum& to, std::uint64_t from, Enum last) {
    fit_ = fit_ && from <= static_cast<std::uint64_t>(last);
    to = static_cast<Enum>(from);
  }
  void address(spec::Address& to, const vconform_address& from) {
    name(to.memory, from.memory, spec::MemoryId::kFixpipe);
    to.offset = from.offset;
  }

  const spec::Cell& cell() const { return cell_; }
  std::optional<spec::Step> made(const spec::Step& step) const {
    return fit_ ? std::optional(step) : std::nullopt;
  }

 private:
  spec::Cell cell_;
  bool fit_ = true;
};

// A vconv, or a DEQ, whose arguments have the same names.
template <typename Abi>
std::optional<spec::Step> vector_step(Fields fields, const Abi& abi) {
  spec::Vconv step;
  step.cell = fields.cell();
  fields.address(step.dst, abi.dst);
  fields.address(step.src, abi.src);
  fields.number(step.repeat, abi.repeat);
  step.dst_block_stride = abi.dstBlockStride;
  step.src_block_stride = abi.srcBlockStride;
  step.dst_repeat_stride = abi.dstRepeatStride;
  step.src_repeat_stride = abi.srcRepeatStride;
  return fields.made(step);
}

std::optional<spec::Step> cast_deq_step(Fields fields, const vconform_cast_deq& abi) {
  spec::CastDeq step;
  step.cell = fields.cell();
  fields.name(step.form, abi.form, spec::CastDeqForm::kBitwise);
  fields.address(step.dst, abi.dst);
  fields.address(step.src, abi.src);
  step.count = abi.count;
  step.mask = {abi.mask[1], abi.mask[0]};
  fields.number(step.repeat_time, abi.repeat_time);
  step.dst_blk_stride = abi.dstBlkStride;
  step.src_blk_stride = abi.srcBlkStride;
  step.dst_rep_stride = abi.dstRepStride;
  step.src_rep_stride = abi.srcRepStride;
  fields.flag(step.is_set_mask, abi.is_set_mask);
  fields.flag(step.is_vec_deq, abi.is_vec_deq);
  fields.flag(step.half_block, abi.half_block);
  return fields.made(spec::normal_form(step));
}

std::optional<spec::Step> copy_matrix_step(Fields fields, const vconform_copy_matrix& abi) {
  spec::CopyMatrix step;
  step.cell = fields.cell();
  fields.address(step.dst, abi.dst);
  fields.address(step.src, abi.src);
  step.sid = abi.sid;
  fields.number(step.n_size, abi.NSize);
  fields.number(step.m_size, abi.MSize);
  step.dst_stride_dst_d = abi.dstStride_dst_D;
  fields.number(step.src_stride, abi.srcStride);
  step.unit_flag_mode = abi.UnitFlagMode;
  step.quant_pre = abi.QuantPRE;
  step.relu_pre = abi.ReLUPRE;
  fields.flag(step.channel_split, abi.channelSplit);
  fields.flag(step.nz2nd_en, abi.NZ2ND_EN);
  return fields.made(step);
}

std::optional<spec::Step> data_copy_step(Fields fields, const vconform_data_copy& abi) {
  spec::DataCopy step;
  step.cell = fields.cell();
  fields.address(step.dst, abi.dst);
  fields.address(step.src, abi.src);
  step.block_count = abi.blockCount;
  step.block_len = abi.blockLen;
  step.src_stride = abi.srcStride;
  step.dst_stride = abi.dstStride;
  fields.name(step.block_mode, abi.blockMode, spec::BlockMode::kVector);
  step.deq_value = abi.deqValue;
  step.deq_tensor_addr = abi.deqTensorAddr;
  step.sid_store_mode = abi.sidStoreMode;
  fields.flag(step.is_relu, abi.isRelu);
  step.pad_mode = abi.padMode;
  step.pad_value = abi.padValue;
  return fields.made(step);
}

}  // namespace

std::optional<spec::Step> spec_step(const vconform_step& step) {
  const auto cell = cell_of_step(step);
  if (!cell) {
    return std::nullopt;
  }
  const Fields fields(*cell);
  switch (step.kind) {
    case VCONFORM_STEP_VCONV:
      return vector_step(fields, step.as.vconv);
    case VCONFORM_STEP_DEQ:
      return vector_step(fields, step.as.deq);
    case VCONFORM_STEP_CAST_DEQ:
      return cast_deq_step(fields, step.as.cast_deq);
    case VCONFORM_STEP_COPY_MATRIX:
      return copy_matrix_step(fields, step.as.copy_matrix);
    default:
      return data_copy_step(fields, step.as.data_copy);
  }
}

}  // namespace vconform::adapters
