// The run of one copy_matrix_cc_to_{cbuf,gm} or _b4 (copy_matrix_cc).
#pragma once

#include "adapters/golden/copy_matrix/walk.h"

namespace vconform::adapters::golden {

// Runs a walk for which copy_matrix_problem() is nullopt.
void run_copy_matrix(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                     const vconform_memories& memories);

}  // namespace vconform::adapters::golden
