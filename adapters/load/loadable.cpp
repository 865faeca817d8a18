#include "adapters/load/loadable.h"

#include "adapters/bundled/named_backends.h"
#include "adapters/load/worker_files.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

constexpr std::string_view kMechanical = "mechanical:";

}  // namespace

std::optional<NamedFile> named_file(std::string_view name) {
  if (name.starts_with(kExported)) {
    return NamedFile{kExported, name.substr(kExported.size())};
  }
  const bool is_path = name.find('/') != std::string_view::npos || name.ends_with(".so");
  return is_path ? std::optional(NamedFile{"", name}) : std::nullopt;
}

std::string judged_file(std::string_view name) {
  const auto file = named_file(name);
  return file ? std::string(file->path) : loadable(name).library;
}

Loadable loadable(std::string_view name) {
  const WorkerFiles& files = worker_files();
  if (const auto file = named_file(name)) {
    if (file->path.empty()) {
      throw spec::InputError("backend '" + std::string(name) +
                             "' names no library: " + std::string(kExported) + "LIB.so");
    }
    if (file->kind == kExported) {
      return {std::string(name), exported_library(), std::string(file->path), files.worker, "", {}};
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
