#include "oracle/cast_deq/cast_deq.h"

#include "spec/case/lowering.h"

namespace vconform::oracle {

namespace {

using spec::CastDeqForm;
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
  rules.set(cite("cast-deq.count"), call.form == CastDeqForm::kCount);
  rules.set(cite("cast-deq.half-block"), is_s16(call));
  rules.set(cite("cast-deq.is-vec-deq"), is_s16(call));
  rules.set(cite("cast-deq.is-set-mask"), !sets_mask(call));
  return rules;
}

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
    case CastDeqForm::kContiguous:
      return mask.mask0 < 1 || mask.mask0 > elements;
    case CastDeqForm::kBitwise:
      return (mask.mask1 == 0 && mask.mask0 == 0) || (!is_s16(call) && mask.mask1 != 0);
  }
  return false;
}

bool scale_out_of_range(const spec::CastDeq& call, const spec::Registers& registers) {
  return is_s16(call) && !call.is_vec_deq && registers.deq_scale_is_tensor;
}

bool count_out_of_range(const spec::CastDeq& call, const VectorWalk& walk,
                        std::uint64_t memory_size) {
  return call.form == CastDeqForm::kCount &&
         (walk.end_of(walk.source) > memory_size || walk.end_of(walk.destination) > memory_size);
}

bool is_undefined(const spec::CastDeq& call) {
  return !is_s16(call) && call.is_vec_deq;
}

}  // namespace vconform::oracle
