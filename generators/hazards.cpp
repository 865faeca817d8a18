#include "generators/hazards.h"

#include <cassert>

#include "generators/case_parts.h"
#include "generators/hazard_plans.h"
#include "generators/payload.h"
#include "generators/register_choices.h"

namespace vconform::generators {

bool has_hazards(spec::FeatureSet allowed) {
  return allowed.has(spec::Feature::kInPlace);
}

spec::Case hazard_case(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed) {
  assert(has_hazards(allowed));
  const spec::Conversion& row = cell.conversion();
  const Region region = whole_ub();
  const RegisterNeeds needs = register_needs({&cell, 1}, allowed, region);
  spec::Registers registers;
  registers.ctrl = draw_ctrl(choices, needs);
  registers.mask = draw_writing_mask_register(choices, needs, registers.ctrl, row);
  const AddressingPlan plan = draw_hazard(choices, row, registers, allowed, region);
  spec::Case test_case = empty_case();
  test_case.placements = background(row, plan);
  append(test_case.placements, planted_elements(choices, row, registers, plan));
  test_case.steps = {spec::SetCtrl{registers.ctrl}, spec::SetMask{registers.mask},
                     instruction(cell, plan)};
  return test_case;
}

}  // namespace vconform::generators
