// The worker's main loop: opens a backend and runs the batches that the suite asks for.
#pragma once

#include <functional>
#include <memory>

#include "adapters/load/in_process_backend.h"
#include "adapters/region/shared_region.h"

namespace vconform::adapters {

// Opens a new context at each call. Throws spec::InputError or LoadError.
using OpenBackend = std::function<std::unique_ptr<InProcessBackend>()>;

// Answers with the number 1 when the backend is open or cannot be opened, then runs batches until
// it is asked to quit, and reports when the backend is closed.
void serve(SharedRegion& region, const OpenBackend& open);

}  // namespace vconform::adapters
