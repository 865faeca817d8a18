// The paths of the worker program and of the library of bundled backends.
#pragma once

#include <string>

namespace vconform::adapters {

struct WorkerFiles {
  std::string worker;
  std::string backends;
};

// In lib/vconform beside the folder of the running program, where they are installed and built.
// Throws std::runtime_error if one of them is missing.
const WorkerFiles& worker_files();

}  // namespace vconform::adapters
