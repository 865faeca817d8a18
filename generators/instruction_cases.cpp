#include "generators/instruction_cases.h"

#include "generators/argument_errors.h"
#include "generators/vconv_cases.h"

namespace vconform::generators {

spec::Case instruction_case(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed) {
  return vconv_case(choices, cell, allowed);
}
spec::Case argument_error_case(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed) {
  return vconv_case(choices, cell, allowed);
}

}  // namespace vconform::generators
