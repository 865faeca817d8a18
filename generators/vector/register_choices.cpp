#include "generators/vector/register_choices.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "generators/vector/addressing.h"

namespace vconform::generators {

namespace {

using spec::Feature;

std::uint64_t max_count(const spec::Conversion& row, spec::FeatureSet allowed,
                        const Region& region) {
  const std::uint64_t repeats = allowed.has(Feature::kRepeat) ? max_repeats(row, region) : 1;
  return repeats * static_cast<std::uint64_t>(row.elements);
}

// The bits that conversions read, CTRL[60] included, which matters to integer results in one
// reading; the others must not matter.
std::uint64_t known_ctrl_bits() {
  std::uint64_t bits = 0;
  for (const spec::CtrlBit& known : spec::kCtrlBits) {
    bits |= spec::with_ctrl_bit(known.bit);
  }
  return bits;
}

// Bits that no conversion reads, mostly none set.
constexpr std::uint64_t kAlternating = 0x5555555555555555;
constexpr std::array<std::uint64_t, 16> kIrrelevantBits = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, ~std::uint64_t{0}, kAlternating, ~kAlternating};

bool draw_keep_inf(ChoiceSource& choices, const RegisterNeeds& needs) {
  const bool drawn = choices.below(2) != 0;
  if (!needs.half_result) {
    return drawn;
  }
  const bool saturate = needs.allowed.has(Feature::kSaturate);
  const bool keep = needs.allowed.has(Feature::kKeepInf);
  return saturate && keep ? drawn : keep;
}

}  // namespace

bool has_half_result(const spec::Conversion& row) {
  return row.to().is_floating() && row.to().bits == 16;
}

RegisterNeeds register_needs(std::span<const spec::Cell> cells, spec::FeatureSet allowed,
                             const Region& region) {
  assert(!cells.empty());
  RegisterNeeds needs;
  needs.allowed = allowed;
  needs.max_count = std::numeric_limits<std::uint32_t>::max();
  for (const spec::Cell& cell : cells) {
    const spec::Conversion& row = cell.conversion();
    needs.half_result |= has_half_result(row);
    needs.integer_result |= !row.to().is_floating();
    needs.pairs |= lane_shape(row).pairs;
    needs.max_count = std::min(needs.max_count, max_count(row, allowed, region));
  }
  return needs;
}

std::uint64_t draw_ctrl(ChoiceSource& choices, const RegisterNeeds& needs) {
  std::uint64_t ctrl = 0;
  if (draw_keep_inf(choices, needs)) {
    ctrl |= spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
  }
  const bool truncates = choices.one_in(4);
  if (truncates && needs.allowed.has(Feature::kCtrl59)) {
    ctrl |= spec::with_ctrl_bit(spec::kCtrlTruncate);
  }
  if (truncates && !needs.integer_result) {
    ctrl |= spec::with_ctrl_bit(spec::kCtrlTruncateEnable);
  }
  if (choices.one_in(4) && needs.allowed.has(Feature::kCounter)) {
    ctrl |= spec::with_ctrl_bit(spec::kCtrlCounterMode);
  }
  return ctrl | (choices.pick(kIrrelevantBits) & ~known_ctrl_bits());
}

spec::Mask draw_mask_register(ChoiceSource& choices, const RegisterNeeds& needs, std::uint64_t ctrl,
                              const spec::Conversion& row) {
  const LaneShape shape = {static_cast<std::uint64_t>(row.elements), needs.pairs};
  if (spec::ctrl_bit(ctrl, spec::kCtrlCounterMode)) {
    return draw_count(choices, shape, needs.max_count);
  }
  return needs.allowed.has(Feature::kMask) ? draw_mask(choices, shape) : kFullMask;
}

spec::Mask draw_writing_mask_register(ChoiceSource& choices, const RegisterNeeds& needs,
                                      std::uint64_t ctrl, const spec::Conversion& row) {
  const auto elements = static_cast<std::uint64_t>(row.elements);
  const spec::Mask drawn = draw_mask_register(choices, needs, ctrl, row);
  if (spec::ctrl_bit(ctrl, spec::kCtrlCounterMode)) {
    return spec::counter_of(drawn) != 0 ? drawn : spec::Mask{drawn.mask1, drawn.mask0 | elements};
  }
  const spec::Mask lanes = spec::contiguous_mask(elements);
  const bool writes = ((drawn.mask0 & lanes.mask0) | (drawn.mask1 & lanes.mask1)) != 0;
  return writes ? drawn : kFullMask;
}

}  // namespace vconform::generators
