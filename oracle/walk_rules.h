// Which addressing rules have a say in a walk, for citation.
#pragma once

#include "oracle/expectation.h"
#include "oracle/vector_walk.h"

namespace vconform::oracle {

RuleSet rules_of(const spec::Conversion& row, const VectorWalk& walk);

// Arguments outside the documented range (args.out-of-range): operands off their 32-byte alignment,
// s4 counts and masks that split a pair.
bool out_of_range(const spec::Conversion& row, const VectorWalk& walk);

}  // namespace vconform::oracle
