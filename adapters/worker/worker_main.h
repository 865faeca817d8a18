// The process that a backend lives in.
#pragma once

#include "adapters/region/worker_call.h"
#include "adapters/worker/serve.h"

namespace vconform::adapters {

// Serves the region of the call until it is asked to quit; then, or when the suite is gone, the
// process ends. An exception of the backend ends it too: noexcept.
//
// It has the default action for every signal, except those that ask a run to end, and makes no core
// dumps. start_worker_process() has given it its own session and its descriptors.
[[noreturn]] void be_worker(const WorkerCall& call, const OpenBackend& open) noexcept;

}  // namespace vconform::adapters
