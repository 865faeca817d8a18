// copy_matrix over packed lanes: rows of sixteen columns.
#pragma once

#include "adapters/golden/copy_matrix/walk.h"

namespace vconform::adapters::golden {

// Whether it has run a walk that has no problem, but for its finish. It has not where a
// variation steps in between the elements, or where the order of its reads and writes can be seen.
bool copy_matrix_packed(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                        const vconform_memories& memories);

}  // namespace vconform::adapters::golden
