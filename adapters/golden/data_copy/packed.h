// DataCopy over packed lanes: blocks.
#pragma once

#include "adapters/golden/data_copy/walk.h"

namespace vconform::adapters::golden {

// Tries to run a walk from CO1 to CO2 for which data_copy_problem() is nullopt, without its finish
// hook; returns whether it did. Does not run if a variation changes single elements, or if the
// order of reads and writes would show.
bool data_copy_packed(const Behaviour& behaviour, const DataCopyWalk& walk,
                      const vconform_memories& memories);

}  // namespace vconform::adapters::golden
