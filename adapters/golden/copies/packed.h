// The copies over packed lanes: rows of sixteen columns, and blocks.
#pragma once

#include "adapters/golden/behaviour.h"
#include "adapters/golden/copy_matrix/copy_matrix.h"
#include "adapters/golden/data_copy/data_copy.h"

namespace vconform::adapters::golden {

// Whether it has run a walk that has no problem, but for its finish. It has not where a variation
// steps in between the elements, or where the order of its reads and writes can be seen.
bool copy_matrix_packed(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                        const vconform_memories& memories);
// Of a walk from CO1 to CO2.
bool data_copy_packed(const Behaviour& behaviour, const DataCopyWalk& walk,
                      const vconform_memories& memories);

}  // namespace vconform::adapters::golden
