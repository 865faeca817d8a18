// Overlaps of operands about which the pages promise nothing (overlap.hazard, fixpipe.overlap).
#pragma once

#include "adapters/golden/copy_matrix/walk.h"
#include "adapters/golden/data_copy/walk.h"
#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::intrinsics {

// Whether the result depends on the order in which repeats and blocks are read and written: by
// whole blocks, masks ignored, a repeat writes what it reads elsewhere or a later one reads, or
// two repeats write the same block.
bool has_hazard(const golden::VectorWalk& walk);

// Whether two results of the copy take the same place. Requires a copy that may run.
bool has_hazard(const golden::CopyMatrixWalk& walk);
// Likewise, or whether a result takes the place of anything that the copy reads, except a block
// that is copied onto itself.
bool has_hazard(const golden::DataCopyWalk& walk);

// Whether one of `count` blocks is written over another one, or over a block that is read, except
// over itself. Both lie in one memory.
bool has_hazard(const golden::CopyBlocks& written, const golden::CopyBlocks& read,
                std::uint64_t count);

// Whether a block is both read and written, in any repeat.
bool shares_blocks(const golden::VectorWalk& walk);

}  // namespace vconform::adapters::intrinsics
