// Discriminating cases for rule walk.order: operands that overlap in hazards.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// For every instruction:
//   the destination begins on the last block of the source: reading block by block meets results
//     there;
//   the next repeat reads a destination repeat: a snapshot has the old contents;
//   a wider destination in the place of its source, two blocks of it;
//   destination repeats on top of each other, and a narrower destination in the place of its
//     source: all readings agree, and an order that none of them describes shows.
// A result that is read as a source is a normal number and not a tie.
std::vector<DiscriminatingCase> walk_order_cases();

}  // namespace vconform::generators
