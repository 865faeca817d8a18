// The start of the process that a backend lives in.
#pragma once

#include <sys/types.h>

#include "adapters/load/loadable.h"
#include "adapters/region/shared_region.h"

namespace vconform::adapters {

// Runs the worker program of the backend, which answers with kOpeningNumber when the backend is
// open or cannot be opened. The process has its own session and only one descriptor of this
// process, the region's; `output` is its stderr, stdin and stdout are /dev/null. It ends with the
// thread that started it. Throws std::system_error.
pid_t start_worker_process(SharedRegion& region, const Loadable& backend, int output);

}  // namespace vconform::adapters
