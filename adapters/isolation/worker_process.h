// The process that a backend lives in.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

#include "adapters/in_process_backend.h"
#include "adapters/isolation/shared_region.h"

namespace vconform::adapters {

using OpenBackend = std::function<std::unique_ptr<InProcessBackend>()>;

// Forks a process that calls `open`, answers with the number 1, then runs the batches of the
// region's control block until it is asked to quit. Call it from a process with one thread; the
// worker ends with the thread that made it. Throws std::system_error.
//
// The worker has a process group of its own, the default action for every signal, no core dumps,
// and no descriptor of its parent's but stderr: stdin and stdout are /dev/null.
pid_t start_worker_process(SharedRegion& region, const OpenBackend& open);

}  // namespace vconform::adapters
