#include "adapters/load/worker_files.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "adapters/load_error.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace fs = std::filesystem;

namespace {

WorkerFiles find_files() {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  // Programs of a build tree are at most three folders deep.
  constexpr int kDeepest = 3;
  fs::path folder = program.parent_path();
  for (int up = 0; up < kDeepest; ++up) {
    folder = folder.parent_path();
    const fs::path files = folder / VCONFORM_WORKER_FOLDER;
    const WorkerFiles found{files / "vconform_worker", files / "libvconform_backends.so"};
    if (access(found.worker.c_str(), X_OK) == 0 && access(found.backends.c_str(), R_OK) == 0) {
      return found;
    }
  }
  throw std::runtime_error(
      "vconform_worker and libvconform_backends.so are not in " VCONFORM_WORKER_FOLDER
      " beside the folder of " +
      program.string() + ": build or install all of vconform");
}

}  // namespace

const WorkerFiles& worker_files() {
  static const WorkerFiles files = find_files();
  return files;
}

void expect_own_files_apart(std::span<const std::string> writable) {
  for (const std::string& allowed : writable) {
    std::error_code missing;
    const fs::path folder = fs::canonical(allowed, missing);
    for (const fs::path& file : {fs::path("/proc/self/exe"), fs::path(worker_files().worker),
                                 fs::path(worker_files().backends)}) {
      const fs::path own = fs::canonical(file);
      if (!missing && std::ranges::mismatch(folder, own).in1 == folder.end()) {
        throw spec::InputError(
            "--allow-write '" + allowed +
            "' has vconform itself in it, which the backend could replace: name a "
            "folder of its own");
      }
    }
  }
}

namespace {

fs::path beside(const char* name) {
  return fs::path(worker_files().backends).replace_filename(name);
}

std::string needed(const char* name) {
  const fs::path path = beside(name);
  if (access(path.c_str(), R_OK) != 0) {
    throw std::runtime_error(path.string() + " is missing: build or install all of vconform");
  }
  return path.string();
}

}  // namespace

std::string exported_library() {
  return needed("libvconform_exported.so");
}

std::string lowering_library() {
  return needed("libvconform_lowering.so");
}

std::string exec_library() {
  return needed("libvconform_exec.so");
}

std::string mechanical_library() {
  const fs::path path = beside("libvconform_mechanical.so");
  if (access(path.c_str(), R_OK) != 0) {
    throw LoadError(
        "golden's mechanical mutants are not built: run ./vconform mutants --class mechanical in a "
        "checkout, or build the target vconform_mechanical (it needs libclang-19-dev)");
  }
  return path.string();
}

}  // namespace vconform::adapters
