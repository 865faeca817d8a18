#include "adapters/elementwise/cast_deq_call.h"

#include "adapters/abi/cell.h"

namespace vconform::adapters {

namespace {

constexpr std::uint64_t kCounterBit = spec::with_ctrl_bit(spec::kCtrlCounterMode);
constexpr int kLanesOfOneMask = 64;

bool is_count(const vconform_cast_deq& call) {
  return call.form == VCONFORM_CAST_DEQ_COUNT;
}

// For an s32 is_vec_deq and half_block mean nothing: the reading "ignored" of
// cast-deq.s32-is-vec-deq.
std::uint32_t deq_form(const vconform_cast_deq& call, const spec::Conversion& row) {
  if (row.source == spec::NumberType::kS32) {
    return VCONFORM_DEQS322F16;
  }
  const bool is_high = call.half_block != 0;
  if (call.is_vec_deq != 0) {
    return is_high ? VCONFORM_VDEQS162B8H : VCONFORM_VDEQS162B8L;
  }
  return is_high ? VCONFORM_DEQS162B8H : VCONFORM_DEQS162B8L;
}

}  // namespace

std::optional<std::string> cast_deq_call_problem(const vconform_cast_deq& call,
                                                 const spec::Conversion& row,
                                                 const spec::Registers& registers) {
  if (call.is_vec_deq == 0 && registers.deq_scale_is_tensor) {
    return "is_vec_deq is false, set_deq_scale was given a tensor";
  }
  if (is_count(call) || call.is_set_mask == 0) {
    return std::nullopt;
  }
  if (call.form == VCONFORM_CAST_DEQ_CONTIGUOUS) {
    const auto most = static_cast<std::uint64_t>(row.elements);
    const bool is_in_range = call.mask[0] >= 1 && call.mask[0] <= most;
    return is_in_range ? std::nullopt
                       : std::optional("mask " + std::to_string(call.mask[0]) + " is not in 1.." +
                                       std::to_string(most));
  }
  if (row.elements <= kLanesOfOneMask && call.mask[1] != 0) {
    return "mask[1] is not 0: the mask of an s32 has 64 bits";
  }
  const bool is_empty = (call.mask[0] | call.mask[1]) == 0;
  return is_empty ? std::optional<std::string>("the mask is 0") : std::nullopt;
}

// The reading "kept" of cast.mask-form-ctrl56.
spec::Registers registers_in(const vconform_cast_deq& call, spec::Registers before) {
  if (is_count(call)) {
    before.ctrl |= kCounterBit;
    before.mask = {0, call.count};
  } else if (call.is_set_mask != 0) {
    before.mask = call.form == VCONFORM_CAST_DEQ_CONTIGUOUS
                      ? spec::contiguous_mask(call.mask[0])
                      : spec::Mask{call.mask[1], call.mask[0]};
  }
  return before;
}

// The reading "reset" of cast.count-leaves.
spec::Registers registers_after(const vconform_cast_deq& call, spec::Registers before) {
  if (!is_count(call)) {
    return registers_in(call, before);
  }
  before.ctrl &= ~kCounterBit;
  before.mask = spec::kAllLanes;
  return before;
}

spec::Cell instruction_in(const vconform_cast_deq& call, const spec::Conversion& row) {
  return deq_cell_of(deq_form(call, row), call.destination_type).value();
}

vconform_vconv arguments_in(const vconform_cast_deq& call, const spec::Conversion& row) {
  vconform_vconv arguments{};
  arguments.dst = call.dst;
  arguments.src = call.src;
  if (is_count(call)) {
    arguments.dstBlockStride = 1;
    arguments.srcBlockStride = 1;
    arguments.dstRepeatStride = static_cast<std::uint16_t>(row.destination_blocks);
    arguments.srcRepeatStride = static_cast<std::uint16_t>(row.source_blocks);
    return arguments;
  }
  arguments.repeat = call.repeat_time;
  arguments.dstBlockStride = call.dstBlkStride;
  arguments.srcBlockStride = call.srcBlkStride;
  arguments.dstRepeatStride = call.dstRepStride;
  arguments.srcRepeatStride = call.srcRepStride;
  return arguments;
}

}  // namespace vconform::adapters
