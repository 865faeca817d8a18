// A case of any instruction: whichever family it belongs to.
#pragma once

#include "generators/choice_source.h"
#include "spec/case.h"
#include "spec/conversions.h"
#include "spec/features.h"

namespace vconform::generators {

// The instruction stands last, behind the registers that it reads. Uses only what `allowed` has.
spec::Case instruction_case(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed);

}  // namespace vconform::generators
