// Backends in this process, by name: for tests and fuzz targets. Code that makes a verdict must run
// them in a worker (isolation/isolated_backend.h).
#pragma once

#include <memory>
#include <string_view>

#include "adapters/bundled/named_backends.h"
#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/load/in_process_backend.h"

namespace vconform::adapters {

// Opens `golden`, `golden:RULE=READING` (golden with that reading of an open rule pinned), `eigen`,
// `x86`, `mutant:NAME`, `intrinsics:LIB.so`, or a shared library: a name with a '/' or ending in
// ".so" is its path. Throws spec::InputError for any other name, LoadError if the backend cannot be
// loaded or started.
std::unique_ptr<InProcessBackend> open_backend(std::string_view name);

// Golden with this behaviour. Throws std::bad_alloc.
std::unique_ptr<InProcessBackend> open_golden(const golden::Behaviour& behaviour);

}  // namespace vconform::adapters
