#pragma once
#include "generators/instruction_cases.h"
namespace vconform::generators {
spec::Case argument_error_case(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed);
}  // namespace vconform::generators
