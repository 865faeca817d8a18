// The address at which a backend tried to access forbidden memory.
#pragma once

#include "adapters/region/shared_region.h"

namespace vconform::adapters {

// From now on SIGSEGV and SIGBUS store the distance of the address in the region's control block
// before they end this process. The region must exist until then.
void note_fault_addresses(SharedRegion& region);

}  // namespace vconform::adapters
