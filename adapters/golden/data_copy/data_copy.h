// The run of one DataCopy with DataCopyEnhancedParams (data_copy_enhanced).
#pragma once

#include "adapters/golden/data_copy/walk.h"

namespace vconform::adapters::golden {

// Runs a walk for which data_copy_problem() is nullopt.
void run_data_copy(const Behaviour& behaviour, const DataCopyWalk& walk,
                   const vconform_memories& memories);

}  // namespace vconform::adapters::golden
