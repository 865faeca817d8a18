// The promise of a backend that declares itself thread-safe. Does not ask the oracle.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// Runs the case and the simplest one of its instruction in several contexts concurrently. Compares
// whole memory images and counts no elements.
CheckResult same_at_once(const Subject& subject, const spec::Case& test_case);

}  // namespace vconform::suites
