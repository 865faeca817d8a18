// The property that asks the oracle: the memories after a case are ones that it permits.
#pragma once

#include "suites/properties/property.h"

namespace vconform::suites {

// One finding for each rule that the case breaks.
CheckResult matches_oracle(const Subject& subject, const spec::Case& test_case);
// The same, without saying why not.
bool conforms_to_oracle(const Subject& subject, const spec::Case& test_case);

// The oracle as a machine: of what it permits, it produces the first.
Machine oracle_machine(const spec::Choices& pinned);

}  // namespace vconform::suites
