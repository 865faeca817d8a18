// The paths of the worker program and of the library of bundled backends.
#pragma once

#include <span>
#include <string>

namespace vconform::adapters {

struct WorkerFiles {
  std::string worker;
  std::string backends;
};

// In lib/vconform beside the folder of the running program, where they are installed and built.
// Throws std::runtime_error if one of them is missing.
const WorkerFiles& worker_files();

// Expects neither of them, nor the running program, in a folder that a backend may write to: it
// could replace what contains it. Throws spec::InputError.
void expect_own_files_apart(std::span<const std::string> writable);

// The paths of the libraries that make a backend of a library that exports the documented
// prototypes, of one that calls them, and of a program, beside them. Throw std::runtime_error if
// one is missing.
std::string exported_library();
std::string lowering_library();
std::string exec_library();

// The path of the library of golden's mechanical mutants, which stands beside them. Throws
// LoadError, with what builds it, if it is not built.
std::string mechanical_library();

}  // namespace vconform::adapters
