#include "generators/vector/discriminating_case.h"

#include <algorithm>
#include <array>

#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/payload.h"
#include "generators/vector/register_choices.h"
#include "spec/number/rounding.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Feature;

bool operands_meet(const spec::Conversion& row, const AddressingPlan& plan) {
  const Walk dst = dst_walk(row, plan);
  return !touches_distinct_blocks(dst) ||
         (plan.dst.first < plan.src.first + span_blocks(src_walk(row, plan)) &&
          plan.src.first < plan.dst.first + span_blocks(dst));
}

bool contiguous(const spec::Conversion& row, const AddressingPlan& plan) {
  return plan.dst.strides == contiguous_strides(dst_blocks(row)) &&
         plan.src.strides == contiguous_strides(src_blocks(row));
}

spec::FeatureSet needs_of(const spec::Conversion& row, const spec::Registers& registers,
                          const AddressingPlan& plan) {
  const bool half = has_half_result(row);
  const bool keep_inf = spec::ctrl_bit(registers.ctrl, spec::kCtrlKeepInfNan);
  const bool counter = spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode);
  struct Need {
    Feature feature;
    bool needed;
  };
  const std::array<Need, 8> needs = {{
      {Feature::kSaturate, half && !keep_inf},
      {Feature::kKeepInf, half && keep_inf},
      {Feature::kCtrl59, spec::ctrl_bit(registers.ctrl, spec::kCtrlTruncate)},
      {Feature::kMask, !counter && registers.mask != kFullMask},
      {Feature::kCounter, counter},
      {Feature::kRepeat, plan.repeats != 1},
      {Feature::kStrides, !contiguous(row, plan)},
      {Feature::kInPlace, operands_meet(row, plan)},
  }};
  spec::FeatureSet set;
  for (const Need& need : needs) {
    set.bits |= need.needed ? static_cast<std::uint32_t>(need.feature) : 0;
  }
  return set;
}

// As little of UB as the operands need, with room behind them that must stay unchanged: there are
// thousands of these cases, each judged under every reading.
std::uint64_t memory_for(const spec::Conversion& row, const AddressingPlan& plan) {
  constexpr std::uint64_t kRoom = 64;
  const std::uint64_t end = std::max(plan.dst.first + span_blocks(dst_walk(row, plan)),
                                     plan.src.first + span_blocks(src_walk(row, plan)));
  return std::min((end + kRoom) * spec::kBlockBytes, spec::memory_of(spec::MemoryId::kUb).a2_size);
}

}  // namespace

DiscriminatingCase discriminating_case(const spec::Cell& cell, const spec::Registers& registers,
                                       const AddressingPlan& plan, const NumberRange& numbers) {
  const spec::Conversion& row = cell.conversion();
  DiscriminatingCase made;
  made.test_case = empty_case();
  made.test_case.memories.front().size = memory_for(row, plan);
  made.test_case.placements = background(row, plan, numbers);
  made.test_case.steps = {spec::SetCtrl{registers.ctrl}, spec::SetMask{registers.mask},
                          instruction(cell, plan)};
  made.needs = needs_of(row, registers, plan);
  return made;
}

DiscriminatingCase discriminating_case(const spec::Cell& cell, const spec::Registers& registers,
                                       const AddressingPlan& plan) {
  return discriminating_case(cell, registers, plan, source_numbers(cell.conversion()));
}

AddressingPlan contiguous_plan(const spec::Conversion& row, std::uint64_t repeats) {
  const auto dst = dst_blocks(row);
  const auto src = src_blocks(row);
  AddressingPlan plan;
  plan.src = {0, contiguous_strides(src)};
  plan.dst = {src * repeats, contiguous_strides(dst)};
  plan.repeat = static_cast<std::uint8_t>(repeats);
  plan.repeats = repeats;
  return plan;
}

std::vector<spec::Cell> cells_of(const spec::Conversion& row) {
  std::vector<spec::Cell> cells;
  for (const std::string_view letters : {row.modes, row.optional_modes}) {
    for (const char letter : letters) {
      cells.push_back({row.number, spec::rounding_with_letter(letter).value()});
    }
  }
  return cells;
}

std::vector<std::uint64_t> both_ctrl48(const spec::Conversion& row) {
  if (!has_half_result(row)) {
    return {0};
  }
  return {0, spec::with_ctrl_bit(spec::kCtrlKeepInfNan)};
}

}  // namespace vconform::generators
