#include "adapters/abi/steps.h"

#include <algorithm>
#include <string>
#include <variant>

#include "adapters/abi/cell.h"

namespace vconform::adapters {

namespace {

static_assert(is_number(spec::Family::kVconv, VCONFORM_FAMILY_VCONV));
static_assert(is_number(spec::Family::kDeq, VCONFORM_FAMILY_DEQ));
static_assert(is_number(spec::Family::kCastDeq, VCONFORM_FAMILY_CAST_DEQ));
static_assert(is_number(spec::Family::kCopyMatrix, VCONFORM_FAMILY_COPY_MATRIX));
static_assert(is_number(spec::Family::kDataCopy, VCONFORM_FAMILY_DATA_COPY));

vconform_address abi_address(const spec::Address& address) {
  vconform_address translated{};
  translated.offset = address.offset;
  translated.memory = static_cast<std::uint32_t>(address.memory);
  return translated;
}

vconform_step register_write(std::uint32_t id, std::uint64_t low, std::uint64_t high) {
  vconform_step step{};
  step.kind = VCONFORM_STEP_SET_REGISTER;
  step.as.set_register.register_id = id;
  step.as.set_register.value[0] = low;
  step.as.set_register.value[1] = high;
  return step;
}

vconform_step translated(const spec::SetMask& step) {
  return register_write(VCONFORM_REGISTER_MASK, step.mask.mask0, step.mask.mask1);
}

vconform_step translated(const spec::SetCtrl& step) {
  return register_write(VCONFORM_REGISTER_CTRL, step.value, 0);
}

vconform_step translated(const spec::SetDeqScale& step) {
  return register_write(VCONFORM_REGISTER_DEQSCALE, step.value, step.is_tensor ? 1 : 0);
}

vconform_step translated(const spec::SetFixpipe& step) {
  return register_write(static_cast<std::uint32_t>(step.which), step.value, 0);
}

vconform_step translated(const spec::CopyMatrix& copy) {
  const spec::Conversion& row = copy.cell.conversion();
  vconform_step step{};
  step.kind = VCONFORM_STEP_COPY_MATRIX;
  vconform_copy_matrix& abi = step.as.copy_matrix;
  abi.source_type = static_cast<std::uint32_t>(row.source);
  abi.destination_type = static_cast<std::uint32_t>(row.destination);
  abi.dst = abi_address(copy.dst);
  abi.src = abi_address(copy.src);
  abi.QuantPRE = copy.quant_pre;
  abi.dstStride_dst_D = copy.dst_stride_dst_d;
  abi.NSize = copy.n_size;
  abi.MSize = copy.m_size;
  abi.srcStride = copy.src_stride;
  abi.sid = copy.sid;
  abi.UnitFlagMode = copy.unit_flag_mode;
  abi.ReLUPRE = copy.relu_pre;
  abi.channelSplit = copy.channel_split ? 1 : 0;
  abi.NZ2ND_EN = copy.nz2nd_en ? 1 : 0;
  return step;
}

vconform_step translated(const spec::DataCopy& copy) {
  const spec::Conversion& row = copy.cell.conversion();
  vconform_step step{};
  step.kind = VCONFORM_STEP_DATA_COPY;
  vconform_data_copy& abi = step.as.data_copy;
  abi.source_type = static_cast<std::uint32_t>(row.source);
  abi.destination_type = static_cast<std::uint32_t>(row.destination);
  abi.source_position = static_cast<std::uint32_t>(row.path.from);
  abi.destination_position = static_cast<std::uint32_t>(row.path.to);
  abi.dst = abi_address(copy.dst);
  abi.src = abi_address(copy.src);
  abi.blockCount = copy.block_count;
  abi.blockLen = copy.block_len;
  abi.srcStride = copy.src_stride;
  abi.dstStride = copy.dst_stride;
  abi.blockMode = static_cast<std::uint32_t>(copy.block_mode);
  abi.deqScale = static_cast<std::uint32_t>(row.deq_scale);
  abi.deqValue = copy.deq_value;
  abi.deqTensorAddr = copy.deq_tensor_addr;
  abi.sidStoreMode = copy.sid_store_mode;
  abi.isRelu = copy.is_relu ? 1 : 0;
  abi.padMode = copy.pad_mode;
  abi.padValue = copy.pad_value;
  return step;
}

vconform_step deq_step(const spec::Vconv& vconv) {
  const spec::Conversion& row = vconv.cell.conversion();
  vconform_step step{};
  step.kind = VCONFORM_STEP_DEQ;
  vconform_deq& abi = step.as.deq;
  abi.form = static_cast<std::uint32_t>(row.deq);
  abi.destination_type = static_cast<std::uint32_t>(row.destination);
  abi.repeat = vconv.repeat;
  abi.dst = abi_address(vconv.dst);
  abi.src = abi_address(vconv.src);
  abi.dstBlockStride = vconv.dst_block_stride;
  abi.srcBlockStride = vconv.src_block_stride;
  abi.dstRepeatStride = vconv.dst_repeat_stride;
  abi.srcRepeatStride = vconv.src_repeat_stride;
  return step;
}

vconform_step translated(const spec::CastDeq& call) {
  const spec::Conversion& row = call.cell.conversion();
  vconform_step step{};
  step.kind = VCONFORM_STEP_CAST_DEQ;
  vconform_cast_deq& abi = step.as.cast_deq;
  abi.form = static_cast<std::uint32_t>(call.form);
  abi.source_type = static_cast<std::uint32_t>(row.source);
  abi.destination_type = static_cast<std::uint32_t>(row.destination);
  abi.count = call.count;
  abi.mask[0] = call.mask.mask0;
  abi.mask[1] = call.mask.mask1;
  abi.dst = abi_address(call.dst);
  abi.src = abi_address(call.src);
  abi.repeat_time = call.repeat_time;
  abi.dstBlkStride = call.dst_blk_stride;
  abi.srcBlkStride = call.src_blk_stride;
  abi.dstRepStride = call.dst_rep_stride;
  abi.srcRepStride = call.src_rep_stride;
  abi.is_set_mask = call.is_set_mask ? 1 : 0;
  abi.is_vec_deq = call.is_vec_deq ? 1 : 0;
  abi.half_block = call.half_block ? 1 : 0;
  return step;
}

vconform_step translated(const spec::Operation& operation) {
  vconform_step step{};
  step.kind = VCONFORM_STEP_OPERATION;
  vconform_operation_step& abi = step.as.operation;
  const std::string name = spec::instruction_name(operation.cell);
  std::copy_n(name.data(), std::min(name.size(), sizeof abi.name - 1), abi.name);
  abi.dst = abi_address(operation.dst);
  abi.src = abi_address(operation.src);
  abi.scratch = abi_address(operation.scratch);
  abi.scratch_bytes = operation.scratch_bytes;
  abi.rows = operation.rows;
  abi.cols = operation.cols;
  abi.dst_stride = operation.dst_stride;
  abi.src_stride = operation.src_stride;
  abi.ctrl = operation.ctrl;
  abi.mask[0] = operation.mask.mask0;
  abi.mask[1] = operation.mask.mask1;
  abi.deqscale = operation.deq_scale;
  std::ranges::copy(operation.fixpipe, abi.fixpipe);
  abi.quant = operation.quant;
  abi.quants = abi_address(operation.quants);
  abi.alphas = abi_address(operation.alphas);
  abi.alpha = operation.alpha;
  return step;
}

vconform_step translated(const spec::Vconv& vconv) {
  const spec::Conversion& row = vconv.cell.conversion();
  if (row.family == spec::Family::kDeq) {
    return deq_step(vconv);
  }
  vconform_step step{};
  step.kind = VCONFORM_STEP_VCONV;
  vconform_vconv& abi = step.as.vconv;
  abi.source_type = static_cast<std::uint32_t>(row.source);
  abi.destination_type = static_cast<std::uint32_t>(row.destination);
  abi.rounding = static_cast<std::uint32_t>(vconv.cell.rounding);
  abi.repeat = vconv.repeat;
  abi.dst = abi_address(vconv.dst);
  abi.src = abi_address(vconv.src);
  abi.dstBlockStride = vconv.dst_block_stride;
  abi.srcBlockStride = vconv.src_block_stride;
  abi.dstRepeatStride = vconv.dst_repeat_stride;
  abi.srcRepeatStride = vconv.src_repeat_stride;
  return step;
}

}  // namespace

vconform_step abi_step(const spec::Step& step) {
  vconform_step abi = std::visit([](const auto& what) { return translated(what); }, step);
  abi.struct_size = sizeof(vconform_step);
  return abi;
}

void translate(std::span<const spec::Step> steps, std::vector<vconform_step>& translated) {
  translated.clear();
  translated.reserve(steps.size());
  for (const spec::Step& step : steps) {
    translated.push_back(abi_step(step));
  }
}

}  // namespace vconform::adapters
