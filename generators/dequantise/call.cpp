#include "generators/dequantise/call.h"

#include <array>

#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/register_choices.h"
#include "spec/case/lowering.h"

namespace vconform::generators {

namespace {

using spec::CastDeqForm;
using spec::Feature;

// The element selection of a CastDeq before it is interpreted; always takes the same number of
// draws.
struct RawForm {
  enum class Kind { kContiguous, kCount, kBitwise, kSetOutside };
  Kind kind;
  std::uint64_t elements;
  spec::Mask mask;
  std::uint64_t count;
  bool bitwise_placeholder;
};

constexpr std::array<RawForm::Kind, 4> kKinds = {RawForm::Kind::kContiguous, RawForm::Kind::kCount,
                                                 RawForm::Kind::kBitwise,
                                                 RawForm::Kind::kSetOutside};

// In two draws: all elements, block ends, or any number from 1.
std::uint64_t draw_contiguous(ChoiceSource& choices, std::uint64_t elements) {
  const std::array<std::uint64_t, 6> listed = {elements,     elements,         1,
                                               elements - 1, elements / 2 + 1, elements / 8};
  const std::uint64_t which = choices.below(listed.size() + 2);
  const std::uint64_t any = 1 + choices.below(elements);
  return which < listed.size() ? listed[which] : any;
}

spec::Mask within(const spec::Mask& mask, std::uint64_t elements) {
  const spec::Mask lanes = spec::contiguous_mask(elements);
  const spec::Mask kept = {mask.mask1 & lanes.mask1, mask.mask0 & lanes.mask0};
  return kept == spec::Mask{} ? lanes : kept;
}

RawForm draw_form(ChoiceSource& choices, const RegisterNeeds& needs, const LaneShape& shape,
                  Writes writes) {
  RawForm form{};
  form.kind = choices.pick(kKinds);
  form.elements = draw_contiguous(choices, shape.elements);
  form.mask = within(draw_mask(choices, shape), shape.elements);
  form.count = spec::counter_of(draw_count(choices, shape, needs.max_count));
  form.bitwise_placeholder = choices.below(2) != 0;
  if (form.kind == RawForm::Kind::kCount && !needs.allowed.has(Feature::kCounter)) {
    form.kind = RawForm::Kind::kContiguous;
  }
  if (!needs.allowed.has(Feature::kMask)) {
    form.elements = shape.elements;
    form.mask = spec::contiguous_mask(shape.elements);
  }
  if (writes == Writes::kAlways && form.count == 0) {
    form.count = shape.elements;
  }
  return form;
}

// Puts the form into the call, and into the registers around it and those that its instruction
// sees. A mask that the call sets is never met by counter mode outside, which might make a count of
// it (cast.mask-form-ctrl56).
void apply(const RawForm& form, spec::CastDeq& api, spec::Registers& outside,
           spec::Registers& inside) {
  const std::uint64_t counter_mode = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  inside.ctrl &= form.kind == RawForm::Kind::kSetOutside ? inside.ctrl : ~counter_mode;
  if (form.kind == RawForm::Kind::kContiguous || form.kind == RawForm::Kind::kBitwise) {
    outside.ctrl &= ~counter_mode;
  }
  switch (form.kind) {
    case RawForm::Kind::kContiguous:
      api.form = CastDeqForm::kContiguous;
      api.mask = {0, form.elements};
      inside.mask = spec::contiguous_mask(form.elements);
      break;
    case RawForm::Kind::kBitwise:
      api.form = CastDeqForm::kBitwise;
      api.mask = form.mask;
      inside.mask = form.mask;
      break;
    case RawForm::Kind::kCount:
      api.form = CastDeqForm::kCount;
      api.count = static_cast<std::uint32_t>(form.count);
      inside.ctrl |= counter_mode;
      inside.mask = {0, form.count};
      break;
    case RawForm::Kind::kSetOutside:
      api.form = form.bitwise_placeholder ? CastDeqForm::kBitwise : CastDeqForm::kContiguous;
      api.is_set_mask = false;
      break;
  }
}

spec::CastDeq draw_switches(ChoiceSource& choices, const spec::Cell& cell) {
  spec::CastDeq api;
  api.cell = cell;
  // True is the default of either source.
  api.is_vec_deq = choices.below(16) % 2 != 0;
  api.half_block = choices.below(2) == 0;
  return api;
}

void add_api(ChoiceSource& choices, const spec::Cell& cell, const RegisterNeeds& needs,
             Writes writes, DeqCall& call) {
  spec::CastDeq api = draw_switches(choices, cell);
  const RawForm form = draw_form(choices, needs, lane_shape(cell.conversion()), writes);
  apply(form, api, call.outside, call.inside);
  if (form.kind == RawForm::Kind::kCount) {
    call.allowed = call.allowed.without(Feature::kStrides);
  }
  call.worker = spec::lowered_cell(api);
  call.api = api;
}

}  // namespace

DeqCall draw_deq_call(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed,
                      const Region& region, Writes writes) {
  const spec::Conversion& row = cell.conversion();
  const RegisterNeeds needs = register_needs({&cell, 1}, allowed, region);
  DeqCall call;
  call.worker = cell;
  call.allowed = allowed;
  call.outside.ctrl = draw_ctrl(choices, needs);
  call.outside.mask = writes == Writes::kAlways
                          ? draw_writing_mask_register(choices, needs, call.outside.ctrl, row)
                          : draw_mask_register(choices, needs, call.outside.ctrl, row);
  call.inside = call.outside;
  if (row.family == spec::Family::kCastDeq) {
    add_api(choices, cell, needs, writes, call);
  }
  return call;
}

spec::Step step_of(const DeqCall& call, const AddressingPlan& plan) {
  const spec::Vconv vconv = instruction(call.worker, plan);
  if (!call.api) {
    return vconv;
  }
  spec::CastDeq api = *call.api;
  api.dst = vconv.dst;
  api.src = vconv.src;
  if (api.form == CastDeqForm::kCount) {
    return api;
  }
  api.repeat_time = vconv.repeat;
  api.dst_blk_stride = vconv.dst_block_stride;
  api.src_blk_stride = vconv.src_block_stride;
  api.dst_rep_stride = vconv.dst_repeat_stride;
  api.src_rep_stride = vconv.src_repeat_stride;
  return api;
}

}  // namespace vconform::generators
