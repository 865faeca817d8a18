#include "adapters/load/open_backend.h"

#include <utility>

#include "adapters/load/loadable.h"
#include "adapters/load/shared_library.h"

namespace vconform::adapters {

std::unique_ptr<InProcessBackend> open_backend(std::string_view name) {
  if (is_library_path(name)) {
    const std::string path(name);
    SharedLibrary library = open_shared_library(path);
    return std::make_unique<InProcessBackend>(library.table, path, std::move(library.handle));
  }
  const vconform_adapter* table = named_adapter(name);
  return std::make_unique<InProcessBackend>(table, table->name);
}

}  // namespace vconform::adapters
