#include "oracle/cast_deq/cast_deq.h"

#include "spec/case/lowering.h"

namespace vconform::oracle {

namespace {

using spec::CastDeqForm;
using spec::choice;
using spec::cite;

bool is_s16(const spec::CastDeq& call) {
  return call.cell.conversion().source == spec::NumberType::kS16;
}

bool sets_mask(const spec::CastDeq& call) {
  return call.form == CastDeqForm::kCount || call.is_set_mask;
}

}  // namespace

RuleSet rules_of_call(const spec::CastDeq& call) {
  RuleSet rules;
  // count:参与计算的元素个数。 The number of elements that are computed.
  rules.set(cite("cast-deq.count"), call.form == CastDeqForm::kCount);
  // half_block=True时,结果存放在下半Block;half_block=False时,结果存放在上半Block。
  // The results are put into the later half of the block, or into the earlier half.
  rules.set(cite("cast-deq.half-block"), is_s16(call));
  // 通过模板参数is_vec_deq控制是否选择向量量化模式。
  // is_vec_deq selects the vector mode of quantisation.
  rules.set(cite("cast-deq.is-vec-deq"), is_s16(call));
  // False,表示在接口外部设置mask: the mask is set outside of the interface.
  rules.set(cite("cast-deq.is-set-mask"), !sets_mask(call));
  rules.set(cite("cast-deq.s32-is-vec-deq"), !is_s16(call) && call.is_vec_deq);
  return rules;
}

// The page does not say what a call leaves in the registers; asc-devkit:掩码 says for the forms
// with a count: 计算完成后调用ResetMask、SetMaskNorm恢复系统默认Normal模式。 When the computation
// is complete, ResetMask and SetMaskNorm restore the default normal mode.
std::optional<spec::RuleId> register_rule(const spec::CastDeq& call, std::uint64_t ctrl,
                                          std::span<const spec::Step> later) {
  if (call.form == CastDeqForm::kCount) {
    return spec::reads_mask_and_mode(later) ? std::optional(cite("cast.count-leaves"))
                                            : std::nullopt;
  }
  return call.is_set_mask && spec::ctrl_bit(ctrl, spec::kCtrlCounterMode)
             ? std::optional(cite("cast.mask-form-ctrl56"))
             : std::nullopt;
}

bool mask_out_of_range(const spec::CastDeq& call) {
  if (!sets_mask(call)) {
    return false;
  }
  const spec::Mask& mask = call.mask;
  const auto elements = static_cast<std::uint64_t>(call.cell.conversion().elements);
  switch (call.form) {
    case CastDeqForm::kCount:
      return false;
    // 操作数 16 位:mask ∈ [1, 128] 操作数 32 位:mask ∈ [1, 64]
    // Operands of 16 bits: mask in [1, 128], of 32 bits: in [1, 64].
    case CastDeqForm::kContiguous:
      return mask.mask0 < 1 || mask.mask0 > elements;
    // 操作数 16 位:…且不能同时为 0 操作数 32 位:数组长度 1,mask[0] ∈ (0, 2⁶⁴-1]
    // With 16 bits not both are 0; with 32 bits there is one word, which is not 0.
    case CastDeqForm::kBitwise:
      return (mask.mask1 == 0 && mask.mask0 == 0) || (!is_s16(call) && mask.mask1 != 0);
  }
  return false;
}

bool scale_out_of_range(const spec::CastDeq& call, const spec::Registers& registers) {
  // 当set_deq_scale接口传入Tensor时,is_vec_deq必须为true。
  // If set_deq_scale is given a tensor, is_vec_deq must be true: of either source.
  return !call.is_vec_deq && registers.deq_scale_is_tensor;
}

bool count_out_of_range(const spec::CastDeq& call, const VectorWalk& walk,
                        std::uint64_t memory_size) {
  return call.form == CastDeqForm::kCount &&
         (walk.end_of(walk.source) > memory_size || walk.end_of(walk.destination) > memory_size);
}

bool is_undefined(const spec::CastDeq& call, const spec::Registers& registers, Readings& readings) {
  if (is_s16(call) || !call.is_vec_deq) {
    return false;
  }
  // 使用该接口前需要调用set_deq_scale设置scale参数。 dst[i] = src[i] * scale
  // Before using the interface call set_deq_scale to set the parameter scale: the formula names
  // neither is_vec_deq nor the scale[j] of a tensor.
  return registers.deq_scale_is_tensor ||
         readings.follows(choice("cast-deq.s32-is-vec-deq", "undefined"));
}

}  // namespace vconform::oracle
