#include "adapters/golden/cast_deq/cast_deq.h"

namespace vconform::adapters::golden {

namespace {

constexpr std::uint64_t kCounterMode = spec::with_ctrl_bit(spec::kCtrlCounterMode);

bool counts(const vconform_cast_deq& call) {
  return call.form == VCONFORM_CAST_DEQ_COUNT;
}

bool sets_mask(const vconform_cast_deq& call) {
  return counts(call) || call.is_set_mask != 0;
}

std::optional<std::string> mask_problem(const vconform_cast_deq& call,
                                        const spec::Conversion& row) {
  if (call.form == VCONFORM_CAST_DEQ_CONTIGUOUS) {
    const bool in_range = call.mask[0] >= 1 && call.mask[0] <= std::uint64_t(row.elements);
    return in_range ? std::nullopt
                    : std::optional("mask " + std::to_string(call.mask[0]) + " is not in 1.." +
                                    std::to_string(row.elements));
  }
  if (row.elements <= 64 && call.mask[1] != 0) {
    return "mask[1] is not 0: the mask of an s32 has 64 bits";
  }
  if ((call.mask[0] | call.mask[1]) == 0) {
    return "the mask is 0";
  }
  return std::nullopt;
}

std::uint32_t form_of(const vconform_cast_deq& call, const spec::Conversion& row) {
  // Whatever is_vec_deq is: dst = src * scale (cast-deq.s32-is-vec-deq). The reading undefined
  // permits that too, so that golden has no branch for it.
  if (row.source == spec::NumberType::kS32) {
    return VCONFORM_DEQS322F16;
  }
  if (call.is_vec_deq != 0) {
    return call.half_block != 0 ? VCONFORM_VDEQS162B8H : VCONFORM_VDEQS162B8L;
  }
  return call.half_block != 0 ? VCONFORM_DEQS162B8H : VCONFORM_DEQS162B8L;
}

}  // namespace

std::optional<std::string> cast_deq_problem(const vconform_cast_deq& call,
                                            const spec::Conversion& row,
                                            const spec::Registers& registers) {
  if (call.is_vec_deq == 0 && registers.deq_scale_is_tensor) {
    return "is_vec_deq is false, set_deq_scale was given a tensor";
  }
  return sets_mask(call) && !counts(call) ? mask_problem(call, row) : std::nullopt;
}

void set_mask_of(const Behaviour& behaviour, const vconform_cast_deq& call,
                 spec::Registers& registers) {
  if (!sets_mask(call)) {
    return;
  }
  if (counts(call)) {
    registers.ctrl |= kCounterMode;
    registers.mask = {0, call.count};
    return;
  }
  if (behaviour.follows(choice("cast.mask-form-ctrl56", "cleared"))) {
    registers.ctrl &= ~kCounterMode;
  }
  registers.mask = call.form == VCONFORM_CAST_DEQ_CONTIGUOUS
                       ? spec::contiguous_mask(call.mask[0])
                       : spec::Mask{call.mask[1], call.mask[0]};
}

void leave_registers(const Behaviour& behaviour, const vconform_cast_deq& call, std::uint64_t ctrl,
                     spec::Registers& registers) {
  registers.ctrl = ctrl;
  if (counts(call) && behaviour.follows(choice("cast.count-leaves", "reset"))) {
    registers.ctrl &= ~kCounterMode;
    registers.mask = {~std::uint64_t{0}, ~std::uint64_t{0}};
  }
  behaviour.left_by_cast_deq(call, registers);
}

vconform_deq instruction_of(const vconform_cast_deq& call, const spec::Conversion& row) {
  vconform_deq deq{};
  deq.form = form_of(call, row);
  deq.destination_type = call.destination_type;
  deq.dst = call.dst;
  deq.src = call.src;
  if (counts(call)) {
    deq.dstBlockStride = 1;
    deq.srcBlockStride = 1;
    deq.dstRepeatStride = static_cast<std::uint16_t>(row.destination_blocks);
    deq.srcRepeatStride = static_cast<std::uint16_t>(row.source_blocks);
    return deq;
  }
  deq.repeat = call.repeat_time;
  deq.dstBlockStride = call.dstBlkStride;
  deq.srcBlockStride = call.srcBlkStride;
  deq.dstRepeatStride = call.dstRepStride;
  deq.srcRepeatStride = call.srcRepStride;
  return deq;
}

}  // namespace vconform::adapters::golden
