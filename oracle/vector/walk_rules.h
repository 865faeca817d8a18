// The addressing rules that affect a walk, for citation.
#pragma once

#include "oracle/number/expectation.h"
#include "oracle/vector/vector_walk.h"

namespace vconform::oracle {

RuleSet rules_of(const spec::Conversion& row, const VectorWalk& walk);

// Whether the mask or the count leaves a lane of the last repeat as it is.
bool has_inactive_lane(const VectorWalk& walk);

// The rule about places in a block of the destination that results leave unchanged: deq.other-half
// for the byte in the other half of an active lane, otherwise mask.inactive-lanes. `byte` counts
// from the start of block b of repeat r.
spec::RuleId rule_of_rest_of_block(const VectorWalk& walk, std::uint64_t r, std::uint64_t b,
                                   std::uint64_t byte);

// Whether an argument is outside the documented range (args.out-of-range): operands off their
// 32-byte alignment, s4 counts and masks that split a pair.
bool out_of_range(const spec::Conversion& row, const VectorWalk& walk);

}  // namespace vconform::oracle
