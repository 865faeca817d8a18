// Discriminating cases for rule walk.order: operands that overlap in hazards.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// For every instruction:
//   the destination begins on the last block of the source: block by block reads results there;
//   a destination repeat is what the next repeat reads: snapshot reads what was there before;
//   a wider destination in the place of its source, two blocks of it;
//   destination repeats on top of each other, and a narrower destination in the place of its
//   source: all readings agree, and an order that none of them describes shows.
// Where a result is read as a source, it is a normal number and no tie.
std::vector<DiscriminatingCase> walk_order_cases();

}  // namespace vconform::generators
