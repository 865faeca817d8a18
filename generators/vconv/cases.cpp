#include "generators/vconv/cases.h"

#include "generators/vector/addressing.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/payload.h"
#include "generators/vector/register_choices.h"

namespace vconform::generators {

spec::Case vconv_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  const Region region = {0, bounds.ub_blocks};
  const RegisterNeeds needs = register_needs({&cell, 1}, bounds.allowed, region);
  spec::Case test_case = empty_case(bounds.ub_blocks);
  spec::Registers registers;
  registers.ctrl = draw_ctrl(choices, needs);
  registers.mask = draw_mask_register(choices, needs, registers.ctrl, cell.conversion());
  const spec::Conversion& row = cell.conversion();
  const AddressingPlan plan = draw_addressing(choices, row, registers, bounds.allowed, region);
  test_case.placements = background(row, plan);
  append(test_case.placements, planted_elements(choices, row, registers, plan));
  test_case.steps = {spec::SetCtrl{registers.ctrl}, spec::SetMask{registers.mask},
                     instruction(cell, plan)};
  return test_case;
}

}  // namespace vconform::generators
