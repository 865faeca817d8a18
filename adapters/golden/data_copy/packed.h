// DataCopy over packed lanes: blocks.
#pragma once

#include "adapters/golden/data_copy/walk.h"

namespace vconform::adapters::golden {

// The walk goes from CO1 to CO2. Whether it has run a walk that has no problem, but for its finish.
// It has not where a variation steps in between the elements, or where the order of its reads and
// writes can be seen.
bool data_copy_packed(const Behaviour& behaviour, const DataCopyWalk& walk,
                      const vconform_memories& memories);

}  // namespace vconform::adapters::golden
