// What a case was about, as features for the engine beside the coverage of code: a rule that had a
// say in an instruction, how operands lay, what was planted. A backend without instrumentation
// leaves nothing else to be guided by.
#pragma once

#include "oracle/number/expectation.h"
#include "spec/case/case.h"

namespace vconform::fuzz {

// `cited`: the rules that had a say. The engine forgets them before the next input.
void note_features(const spec::Case& test_case, const oracle::RuleSet& cited);

}  // namespace vconform::fuzz
