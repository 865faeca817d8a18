// Backends in shared libraries that export vconform_get_adapter.
#pragma once

#include <memory>
#include <string>

#include "adapters/load/loadable.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

struct SharedLibrary {
  // Closes the library when its last copy goes.
  std::shared_ptr<void> handle;
  // The pointer that the library returned, not yet checked; may be null.
  const vconform_adapter* table = nullptr;
};

// Throws LoadError if the file does not exist, is not a shared library, was built for another
// machine, needs missing symbols, or does not export vconform_get_adapter.
SharedLibrary open_shared_library(const std::string& path);

// Opens the library likewise or, for an entry of a library with several backends, one that exports
// vconform_get_named_adapter.
SharedLibrary open_shared_library(const Loadable& backend);

}  // namespace vconform::adapters
