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
  // Lines that the library has to say about the backend, each with its '\n'; for people.
  std::string notes;
  // The name and version of the backend that carries out what this one issues, or empty.
  std::string basis;
};

// Loads a file, and closes it when the last copy goes. Throws LoadError if it does not exist, is
// not a shared library, was built for another machine, or needs missing symbols.
std::shared_ptr<void> open_library_file(const std::string& path);

// Throws LoadError likewise, or if it does not export vconform_get_adapter.
SharedLibrary open_shared_library(const std::string& path);

// Opens the library likewise or, for an entry of a library with several backends, one that exports
// vconform_get_named_adapter, and perhaps vconform_get_named_notes and vconform_get_named_basis.
// Throws LoadError, also what these throw.
SharedLibrary open_shared_library(const Loadable& backend);

}  // namespace vconform::adapters
