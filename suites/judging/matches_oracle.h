// The property MatchesOracle: the oracle permits the memory images after a case.
#pragma once

#include "suites/judging/property.h"
#include "suites/judging/ran.h"

namespace vconform::suites {

// One finding per rule that the case breaks.
CheckResult matches_oracle(const Subject& subject, const spec::Case& test_case);

// The oracle as an implementation: it produces the first permitted result.
Executor oracle_executor(const spec::Choices& pinned);

}  // namespace vconform::suites
