// copy_matrix over packed lanes: rows of sixteen columns.
#pragma once

#include "adapters/golden/copy_matrix/walk.h"

namespace vconform::adapters::golden {

// Tries to run a walk for which copy_matrix_problem() is nullopt, without its finish hook; returns
// whether it did. Does not run if a variation changes single elements, or if the order of reads and
// writes would show.
bool copy_matrix_packed(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                        const vconform_memories& memories);

}  // namespace vconform::adapters::golden
