#include "adapters/load/open_backend.h"

#include <new>
#include <utility>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/load/loadable.h"
#include "adapters/load/shared_library.h"

namespace vconform::adapters {

std::unique_ptr<InProcessBackend> open_backend(std::string_view name) {
  const auto file = named_file(name);
  if (file || is_command(name)) {
    const std::string where(name);
    SharedLibrary library = file && file->kind.empty() ? open_shared_library(where)
                                                       : open_shared_library(loadable(name));
    return std::make_unique<InProcessBackend>(std::move(library), where);
  }
  const vconform_adapter* table = named_adapter(name);
  return std::make_unique<InProcessBackend>(table, table->name);
}

std::unique_ptr<InProcessBackend> open_golden(const golden::Behaviour& behaviour) {
  void* context = golden::create_context(behaviour);
  if (context == nullptr) {
    throw std::bad_alloc();
  }
  const vconform_adapter* table = golden::golden_adapter();
  return std::make_unique<InProcessBackend>(table, context, table->name);
}

}  // namespace vconform::adapters
