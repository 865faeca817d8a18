#include "spec/case/lowering.h"

namespace vconform::spec {

namespace {

DeqForm form_of(const CastDeq& call) {
  if (call.cell.conversion().source != NumberType::kS16) {
    return DeqForm::kHalf;
  }
  if (call.is_vec_deq) {
    return call.half_block ? DeqForm::kVdeqHigh : DeqForm::kVdeqLow;
  }
  return call.half_block ? DeqForm::kDeqHigh : DeqForm::kDeqLow;
}

Vconv instruction_of(const CastDeq& call) {
  Vconv vconv;
  vconv.cell = lowered_cell(call);
  vconv.dst = call.dst;
  vconv.src = call.src;
  if (call.form == CastDeqForm::kCount) {
    const Conversion& row = vconv.cell.conversion();
    vconv.dst_repeat_stride = static_cast<std::uint16_t>(row.destination_blocks);
    vconv.src_repeat_stride = static_cast<std::uint16_t>(row.source_blocks);
    return vconv;
  }
  vconv.repeat = call.repeat_time;
  vconv.dst_block_stride = call.dst_blk_stride;
  vconv.src_block_stride = call.src_blk_stride;
  vconv.dst_repeat_stride = call.dst_rep_stride;
  vconv.src_repeat_stride = call.src_rep_stride;
  return vconv;
}

Mask mask_of(const CastDeq& call) {
  switch (call.form) {
    case CastDeqForm::kCount:
      return {0, call.count};
    case CastDeqForm::kContiguous:
      return contiguous_mask(call.mask.mask0);
    case CastDeqForm::kBitwise:
      break;
  }
  return call.mask;
}

}  // namespace

Cell lowered_cell(const CastDeq& call) {
  const Conversion& wanted = call.cell.conversion();
  const DeqForm form = form_of(call);
  for (const Conversion& row : kVectorRows) {
    if (row.family == Family::kDeq && row.deq == form && row.destination == wanted.destination) {
      return {row.number, Rounding::kNull};
    }
  }
  return call.cell;
}

std::vector<Step> lowered(const CastDeq& call, std::uint64_t ctrl, const Choices& readings) {
  const std::uint64_t counter_mode = with_ctrl_bit(kCtrlCounterMode);
  const std::uint64_t normal = ctrl & ~counter_mode;
  if (call.form == CastDeqForm::kCount) {
    std::vector<Step> steps = {SetCtrl{ctrl | counter_mode}, SetMask{mask_of(call)},
                               instruction_of(call)};
    if (readings.follows(choice("cast.count-leaves", "restored"))) {
      steps.emplace_back(SetCtrl{ctrl});
    } else {
      steps.emplace_back(SetMask{{~std::uint64_t{0}, ~std::uint64_t{0}}});
      steps.emplace_back(SetCtrl{normal});
    }
    return steps;
  }
  if (!call.is_set_mask) {
    return {instruction_of(call)};
  }
  if (readings.follows(choice("cast.mask-form-ctrl56", "cleared"))) {
    return {SetCtrl{normal}, SetMask{mask_of(call)}, instruction_of(call), SetCtrl{ctrl}};
  }
  return {SetMask{mask_of(call)}, instruction_of(call)};
}

bool reads_mask_and_mode(std::span<const Step> steps) {
  bool sets_mask = false;
  bool sets_ctrl = false;
  for (const Step& step : steps) {
    sets_mask |= std::holds_alternative<SetMask>(step);
    sets_ctrl |= std::holds_alternative<SetCtrl>(step);
    if (std::holds_alternative<Vconv>(step) || std::holds_alternative<CastDeq>(step)) {
      return !(sets_mask && sets_ctrl);
    }
  }
  return false;
}

}  // namespace vconform::spec
