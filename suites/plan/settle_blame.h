// Failures of a property that another instruction causes, as deviations of that instruction.
#pragma once

#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// Gives each of UnitResult::blamed to the unit that asks the oracle about the instruction, unless
// that has the deviation already. It stays a deviation of its own unit if the run does not judge
// the instruction, or if it is a time-out that did not recur there: a failure is never lost.
// `results` belong to the units of `plan`, in order.
void settle_blame(const std::vector<Unit>& plan, std::vector<UnitResult>& results);

}  // namespace vconform::suites
