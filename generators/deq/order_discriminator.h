// Discriminating cases for rule walk.order in the families deq and cast_deq.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// For every instruction of the two families the cases that walk_order_cases() has for vconv; then,
// for a VDEQ, a vector in the destination, which is read again in each block, in each repeat, or
// not at all.
std::vector<DiscriminatingCase> deq_walk_order_cases();

}  // namespace vconform::generators
