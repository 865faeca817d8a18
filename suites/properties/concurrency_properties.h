// What a backend promises that says it is thread-safe.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// The case beside the simplest one of its instruction, in several contexts at the same time. Whole
// memories are compared, and no elements counted.
CheckResult same_at_once(const Subject& subject, const spec::Case& test_case);

}  // namespace vconform::suites
