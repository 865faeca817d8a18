// Overlaps of operands about which the pages promise nothing (rule overlap).
#pragma once

#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::intrinsics {

// Whether the result depends on the order in which repeats and blocks are read and written: by
// whole blocks, masks ignored, a repeat writes what it reads elsewhere or a later one reads, or
// two repeats write the same block.
bool has_hazard(const golden::VectorWalk& walk);

// Whether a block is both read and written, in any repeat.
bool shares_blocks(const golden::VectorWalk& walk);

}  // namespace vconform::adapters::intrinsics
