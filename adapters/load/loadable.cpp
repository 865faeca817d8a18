#include "adapters/load/loadable.h"

#include "adapters/bundled/named_backends.h"
#include "adapters/load/worker_files.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

constexpr std::string_view kMechanical = "mechanical:";

// The library that makes a backend of a file of this kind.
std::string library_of(std::string_view kind) {
  return kind == kExported ? exported_library() : lowering_library();
}

}  // namespace

std::string judged_file(std::string_view name) {
  const auto file = named_file(name);
  return file ? std::string(file->path) : loadable(name).library;
}

Loadable loadable(std::string_view name) {
  const WorkerFiles& files = worker_files();
  if (const auto file = named_file(name)) {
    if (file->path.empty()) {
      throw spec::InputError("backend '" + std::string(name) +
                             "' names no library: " + std::string(file->kind) + "LIB.so");
    }
    if (!file->kind.empty()) {
      return {
          std::string(name), library_of(file->kind), std::string(file->path), files.worker, "", {}};
    }
    return {std::string(name), std::string(name), "", files.worker, "", {}};
  }
  if (name.starts_with(kMechanical)) {
    return {std::string(name), mechanical_library(), std::string(name), files.worker, "", {}};
  }
  named_adapter(name);
  return {std::string(name), files.backends, std::string(name), files.worker, "", {}};
}

}  // namespace vconform::adapters
