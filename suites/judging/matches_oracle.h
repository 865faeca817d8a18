// The property that asks the oracle: the memories after a case are ones that it permits.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// One finding for each rule that the case breaks.
CheckResult matches_oracle(const Subject& subject, const spec::Case& test_case);

// What a case did, to be judged again and again. `before` is its initial_image.
struct Ran {
  const Subject& subject;
  const spec::Case& test_case;
  const spec::MemoryImage& before;
  const spec::Outcome& outcome;
};
// Whether these choices, instead of the subject's own, permit it.
bool explained_by(const Ran& ran, const spec::Choices& choices);

// The oracle as a machine: of what it permits, it produces the first.
Machine oracle_machine(const spec::Choices& pinned);

}  // namespace vconform::suites
