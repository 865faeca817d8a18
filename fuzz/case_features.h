// Features of a case, given to the engine in addition to code coverage: rules that affect an
// instruction, the distance of operands, planted elements. Without instrumentation in the backend,
// only they guide the engine.
#pragma once

#include <cstdint>

#include "oracle/number/expectation.h"
#include "spec/case/case.h"

namespace vconform::fuzz {

// The row with which a case's rules are noted: that of its last step.
std::uint64_t row_of_rules(const spec::Case& test_case);

// `cited` are the rules that affected the case. The engine forgets features before the next input.
void note_features(const spec::Case& test_case, const oracle::RuleSet& cited);

}  // namespace vconform::fuzz
