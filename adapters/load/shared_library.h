// Backends in shared libraries that export vconform_get_adapter.
#pragma once

#include <memory>
#include <string>

#include "adapters/load/loadable.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

struct SharedLibrary {
  // Closes the library with its last copy.
  std::shared_ptr<void> handle;
  // As returned by the library, not yet checked; may be null.
  const vconform_adapter* table = nullptr;
};

// Throws LoadError: no such file, not a shared library, built for another machine, symbols
// missing, no vconform_get_adapter.
SharedLibrary open_shared_library(const std::string& path);

// The same, or one entry of a library of several, which exports vconform_get_named_adapter.
SharedLibrary open_shared_library(const Loadable& backend);

}  // namespace vconform::adapters
