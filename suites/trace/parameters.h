// Scales and alphas under which an instruction promises nothing about its results.
#pragma once

#include <optional>

#include "spec/case/instruction.h"
#include "spec/case/registers.h"
#include "spec/profiles/choices.h"

namespace vconform::suites {

// The rule that leaves results open because of a word in a register or an argument: NaN, inf, or
// subnormal where a page excludes it. Found by deriving 1 and -1. Words and alphas in memory are
// not looked at. The arguments must be in range.
std::optional<spec::RuleId> undefined_by_parameters(const spec::Step& instruction,
                                                    const spec::Registers& registers,
                                                    const spec::Choices& pinned);

}  // namespace vconform::suites
