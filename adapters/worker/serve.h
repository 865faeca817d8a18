// Opens a backend and runs the batches that the suite asks for.
#pragma once

#include <functional>
#include <memory>

#include "adapters/load/in_process_backend.h"
#include "adapters/region/shared_region.h"

namespace vconform::adapters {

// A context of its own with each call. Throws spec::InputError or LoadError.
using OpenBackend = std::function<std::unique_ptr<InProcessBackend>()>;

// Answers with the number 1 when the backend is open, or cannot be opened, then runs batches until
// it is asked to quit, and says so when the backend is closed.
void serve(SharedRegion& region, const OpenBackend& open);

}  // namespace vconform::adapters
