// Where the worker program and the library of bundled backends are.
#pragma once

#include <string>

namespace vconform::adapters {

struct WorkerFiles {
  std::string worker;
  std::string backends;
};

// In lib/vconform beside the folder of the running program, as they are installed and built. Throws
// std::runtime_error where one of them is missing.
const WorkerFiles& worker_files();

}  // namespace vconform::adapters
