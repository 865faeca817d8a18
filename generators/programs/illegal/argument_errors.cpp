#include "generators/programs/illegal/argument_errors.h"
#include "generators/cast_deq/cases.h"

#include <array>
#include <cassert>
#include <limits>
#include <vector>

#include "generators/programs/illegal/out_of_range.h"

namespace vconform::generators {

namespace {

using spec::CastDeqForm;

// Drawn for every fault, so that later draws keep their meaning when the fault changes.
struct RawFault {
  std::uint64_t which;
  std::uint64_t any;
};

std::uint64_t elements_of(const spec::CastDeq& call) {
  return static_cast<std::uint64_t>(call.cell.conversion().elements);
}

spec::CastDeq& call_of(spec::Case& test_case) {
  return std::get<spec::CastDeq>(test_case.steps.back());
}

// One repeat in normal mode under a mask of the call's own; something would be written. The mask is
// spoiled later.
void set_form(spec::Case& test_case, CastDeqForm form) {
  auto& ctrl = std::get<spec::SetCtrl>(test_case.steps.front()).value;
  ctrl &= ~spec::with_ctrl_bit(spec::kCtrlCounterMode);
  spec::CastDeq& call = call_of(test_case);
  call.form = form;
  call.is_set_mask = true;
  call.repeat_time = 1;
  call.mask = {0, 1};
}

using Spoiler = void (*)(const RawFault& raw, spec::Case& test_case);

void spoil_contiguous_mask(const RawFault& raw, spec::Case& test_case) {
  spec::CastDeq& call = call_of(test_case);
  const std::uint64_t elements = elements_of(call);
  const std::array<std::uint64_t, 7> masks = {0,
                                              elements + 1,
                                              2 * elements,
                                              255,
                                              std::numeric_limits<std::int32_t>::max(),
                                              std::numeric_limits<std::uint64_t>::max(),
                                              elements + 1 + raw.any};
  set_form(test_case, CastDeqForm::kContiguous);
  call.mask = {0, masks[raw.which % masks.size()]};
}

void spoil_bitwise_mask(const RawFault& raw, spec::Case& test_case) {
  spec::CastDeq& call = call_of(test_case);
  const bool s16 = call.cell.conversion().source == spec::NumberType::kS16;
  const std::uint64_t some = raw.any + 1;
  const std::array<spec::Mask, 4> masks = {
      {{0, 0}, {some, ~std::uint64_t{0}}, {~std::uint64_t{0}, some}, {some, 0}}};
  set_form(test_case, CastDeqForm::kBitwise);
  call.mask = masks[s16 ? 0 : raw.which % masks.size()];
}

void spoil_scale_form(const RawFault& raw, spec::Case& test_case) {
  set_form(test_case, raw.which % 2 == 0 ? CastDeqForm::kContiguous : CastDeqForm::kBitwise);
  call_of(test_case).mask.mask0 = elements_of(call_of(test_case));
  call_of(test_case).is_vec_deq = false;
  std::get<spec::SetDeqScale>(test_case.steps[test_case.steps.size() - 2]).is_tensor = true;
}

// Needs contiguous operands; a block of the source has this many elements.
void spoil_count(const RawFault& raw, spec::Case& test_case) {
  spec::CastDeq& call = call_of(test_case);
  const std::uint64_t blocks = test_case.memories.front().size / spec::kBlockBytes;
  const std::uint64_t per_block =
      elements_of(call) / static_cast<std::uint64_t>(call.cell.conversion().source_blocks);
  const std::uint64_t too_many = blocks * per_block + 1;
  const std::array<std::uint64_t, 4> counts = {too_many, std::numeric_limits<std::uint32_t>::max(),
                                               2 * too_many, too_many + raw.any};
  call.form = CastDeqForm::kCount;
  call.count = static_cast<std::uint32_t>(counts[raw.which % counts.size()]);
}

std::vector<Spoiler> spoilers(spec::FeatureSet allowed) {
  std::vector<Spoiler> all = {spoil_contiguous_mask, spoil_bitwise_mask, spoil_scale_form};
  if (allowed.has(spec::Feature::kCounter)) {
    all.push_back(spoil_count);
  }
  return all;
}

}  // namespace

bool has_argument_errors(const spec::Cell& cell) {
  return cell.conversion().family == spec::Family::kCastDeq;
}

std::vector<Draws> argument_error_draws(spec::FeatureSet allowed) {
  // As many as spoil_contiguous_mask has; the others begin again.
  constexpr std::uint64_t kMostKinds = 7;
  constexpr std::array<std::uint64_t, 2> kAny = {0, 4095};
  std::vector<Draws> draws;
  for (std::uint64_t spoiler = 0; spoiler < spoilers(allowed).size(); ++spoiler) {
    for (std::uint64_t which = 0; which < kMostKinds; ++which) {
      for (const std::uint64_t any : kAny) {
        draws.push_back({spoiler, which, any});
      }
    }
  }
  return draws;
}

spec::Case argument_error_case(ChoiceSource& choices, const spec::Cell& cell,
                               const Bounds& bounds) {
  assert(has_argument_errors(cell));
  const std::vector<Spoiler> all = spoilers(bounds.allowed);
  const std::uint64_t drawn = choices.below(all.size() + 1);
  RawFault raw{};
  raw.which = choices.below(28);
  raw.any = choices.below(std::uint64_t{1} << 16);
  if (drawn == all.size()) {
    return out_of_range_case(choices, cell, bounds);
  }
  const spec::FeatureSet apart = bounds.allowed.without(spec::Feature::kInPlace);
  spec::Case test_case = cast_deq_case(choices, cell, {apart, bounds.ub_blocks});
  all[drawn](raw, test_case);
  auto& call = std::get<spec::CastDeq>(test_case.steps.back());
  call = spec::normal_form(call);
  return test_case;
}

}  // namespace vconform::generators
