// Operands whose results show the order in which they are read and written (rule walk.order).
#pragma once

#include "generators/vector/addressing.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// One repeat; the destination begins on the last block of the source.
AddressingPlan ends_under_destination(const spec::Conversion& row);
// The first repeat writes the last blocks that the second one reads, and no repeat its own source.
AddressingPlan feeds_next_repeat(const spec::Conversion& row);
// One repeat; the destination begins where the source does.
AddressingPlan in_place(const spec::Conversion& row);
// Two destination repeats on top of each other.
AddressingPlan stacked(const spec::Conversion& row);

}  // namespace vconform::generators
