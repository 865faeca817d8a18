// A case for any instruction.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The case of the cell's family (families.h). The instruction is the last step.
spec::Case instruction_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
