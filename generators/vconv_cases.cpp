#include "generators/vconv_cases.h"

#include <array>
#include <cassert>
#include <utility>

#include "generators/addressing.h"
#include "generators/case_parts.h"
#include "generators/payload.h"
#include "generators/register_choices.h"

namespace vconform::generators {

namespace {

void add_conversion(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed,
                    const spec::Registers& registers, const Region& region, spec::Case& out) {
  const spec::Conversion& row = cell.conversion();
  const AddressingPlan plan = draw_addressing(choices, row, registers, allowed, region);
  append(out.placements, background(row, plan));
  append(out.placements, planted_elements(choices, row, registers, plan));
  out.steps.emplace_back(instruction(cell, plan));
}

// What a program writes into its registers before a conversion.
enum class NewRegisters { kNone, kMask, kBoth };
constexpr std::array<NewRegisters, 4> kNewRegisters = {NewRegisters::kNone, NewRegisters::kMask,
                                                       NewRegisters::kBoth, NewRegisters::kNone};

// A new CTRL brings a new mask: what was a mask would be no count, and the other way round.
void set_registers(ChoiceSource& choices, NewRegisters what, const RegisterNeeds& needs,
                   const spec::Conversion& row, spec::Registers& registers, spec::Case& out) {
  if (what == NewRegisters::kBoth) {
    registers.ctrl = draw_ctrl(choices, needs);
    out.steps.emplace_back(spec::SetCtrl{registers.ctrl});
  }
  if (what != NewRegisters::kNone) {
    registers.mask = draw_mask_register(choices, needs, registers.ctrl, row);
    out.steps.emplace_back(spec::SetMask{registers.mask});
  }
}

}  // namespace

spec::Case vconv_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  const Region region = {0, bounds.ub_blocks};
  const RegisterNeeds needs = register_needs({&cell, 1}, bounds.allowed, region);
  spec::Case test_case = empty_case(bounds.ub_blocks);
  spec::Registers registers;
  set_registers(choices, NewRegisters::kBoth, needs, cell.conversion(), registers, test_case);
  add_conversion(choices, cell, bounds.allowed, registers, region, test_case);
  return test_case;
}

spec::Case program_case(ChoiceSource& choices, std::span<const spec::Cell> cells,
                        spec::FeatureSet allowed) {
  assert(!cells.empty());
  constexpr std::uint64_t kMostConversions = 4;
  const std::uint64_t quarter = whole_ub().blocks / kMostConversions;
  const std::uint64_t conversions = 2 + choices.below(kMostConversions - 1);
  std::vector<spec::Cell> drawn;
  for (std::uint64_t i = 0; i < conversions; ++i) {
    drawn.push_back(choices.pick(cells));
  }
  const RegisterNeeds needs = register_needs(drawn, allowed, {0, quarter});
  spec::Case test_case = empty_case();
  spec::Registers registers;
  for (std::uint64_t i = 0; i < conversions; ++i) {
    const NewRegisters what = i == 0 ? NewRegisters::kBoth : choices.pick(kNewRegisters);
    set_registers(choices, what, needs, drawn[i].conversion(), registers, test_case);
    add_conversion(choices, drawn[i], allowed, registers, {i * quarter, quarter}, test_case);
  }
  return test_case;
}

}  // namespace vconform::generators
