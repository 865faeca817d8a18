#include "adapters/load/loadable.h"

#include "adapters/bundled/named_backends.h"
#include "adapters/load/worker_files.h"

namespace vconform::adapters {

namespace {

constexpr std::string_view kMechanical = "mechanical:";

}  // namespace

bool is_library_path(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".so");
}

Loadable loadable(std::string_view name) {
  const WorkerFiles& files = worker_files();
  if (name.starts_with(kLoweringPrefix)) {
    const std::string path(name.substr(kLoweringPrefix.size()));
    return {std::string(name), path, std::string(kLoweringEntry), files.worker, "", {}};
  }
  if (is_library_path(name)) {
    return {std::string(name), std::string(name), "", files.worker, "", {}};
  }
  if (name.starts_with(kMechanical)) {
    return {std::string(name), mechanical_library(), std::string(name), files.worker, "", {}};
  }
  named_adapter(name);
  return {std::string(name), files.backends, std::string(name), files.worker, "", {}};
}

}  // namespace vconform::adapters
