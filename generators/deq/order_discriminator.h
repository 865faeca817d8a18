// Discriminating cases for rule walk.order in the families deq and cast_deq.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// For every instruction of the two families, as walk_order_cases() has them for vconv; then, of a
// VDEQ, a vector in the destination: it is read again in each block, in each repeat, or not at all.
std::vector<DiscriminatingCase> deq_walk_order_cases();

}  // namespace vconform::generators
