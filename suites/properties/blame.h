// The instruction to blame if two runs of a property contradict each other: properties compare
// results without the oracle, so that a contradiction between two instructions does not show which
// of them is wrong.
#pragma once

#include <vector>

#include "suites/judging/property.h"

namespace vconform::suites {

// A program that a property ran.
struct PropertyRun {
  spec::Case program;
  spec::OutcomeStatus status = spec::OutcomeStatus::kCompleted;
};

// The subject; every program that it runs is appended to `runs`, which must outlive it.
Subject noting(const Subject& subject, std::vector<PropertyRun>& runs);

// Asks the oracle about each instruction of `runs` by itself if there is another one than `own`,
// the instruction of the property's case. A refusal that the pages permit leaves nothing to
// compare, and no findings. If the oracle finds others wrong and `own` right, the findings
// move to `blamed`; otherwise they stay, and name what is wrong, or say that it cannot be told.
CheckResult attributed(const Subject& subject, const spec::Cell& own,
                       const std::vector<PropertyRun>& runs, CheckResult result);

}  // namespace vconform::suites
