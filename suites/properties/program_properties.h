// Properties of programs of several instructions.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// As matches_oracle for a program whose first instruction is the one in question. What is found in
// a step of another instruction is that one's.
CheckResult state_is_what_is_written(const Subject& subject, const spec::Case& test_case);

}  // namespace vconform::suites
