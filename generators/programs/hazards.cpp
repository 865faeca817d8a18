#include "generators/programs/hazards.h"

#include <cassert>

#include "generators/dequantise/assembled_case.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/hazard_plans.h"
#include "generators/vector/payload.h"
#include "generators/vector/register_choices.h"

namespace vconform::generators {

// Either operands that are a hazard, with the vector apart from them, or legal operands with the
// vector in the destination.
spec::Case deq_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  const Region region = deq_region(cell.conversion(), bounds.ub_blocks);
  const DeqCall call = draw_deq_call(choices, cell, bounds.allowed, region, Writes::kAlways);
  const spec::Conversion& row = call.row();
  const DeqScales scales = draw_deq_scales(choices, row, call.api.has_value());
  const bool in_destination = choices.below(2) != 0 && scales.is_vector();
  if (!in_destination) {
    const AddressingPlan plan = draw_hazard(choices, row, call.inside, call.allowed, region);
    const std::uint64_t vector =
        scales.is_vector() ? vector_apart(scales.vector, row, plan, {bounds.ub_blocks, true}) : 0;
    return assembled_deq_case(choices, call, scales, plan, vector, bounds.ub_blocks);
  }
  AddressingPlan plan = draw_addressing(choices, row, call.inside, call.allowed, region);
  if (plan.repeats == 0) {
    plan.repeats = 1;
    plan.repeat = 1;
  }
  const std::uint64_t vector = vector_in_destination(scales.vector, row, plan, bounds.ub_blocks);
  return assembled_deq_case(choices, call, scales, plan, vector, bounds.ub_blocks);
}

spec::Case vconv_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  const spec::Conversion& row = cell.conversion();
  const Region region = {0, bounds.ub_blocks};
  const RegisterNeeds needs = register_needs({&cell, 1}, allowed, region);
  spec::Registers registers;
  registers.ctrl = draw_ctrl(choices, needs);
  registers.mask = draw_writing_mask_register(choices, needs, registers.ctrl, row);
  const AddressingPlan plan = draw_hazard(choices, row, registers, allowed, region);
  spec::Case test_case = empty_case(bounds.ub_blocks);
  test_case.placements = background(row, plan);
  append(test_case.placements, planted_elements(choices, row, registers, plan));
  test_case.steps = {spec::SetCtrl{registers.ctrl}, spec::SetMask{registers.mask},
                     instruction(cell, plan)};
  return test_case;
}

}  // namespace vconform::generators
