// The parameters with which a worker program loads a backend.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vconform::adapters {

struct Loadable {
  // The name given to --backend, for messages.
  std::string name;
  // The path of a shared library.
  std::string library;
  // The name of the backend in a library with several; empty for a library that is one backend.
  std::string entry;
  // The worker program that loads it.
  std::string worker;
  // The places where it may write files: a folder for temporary files, which TMPDIR names, and
  // those that the user permitted. Empty: none.
  std::string scratch;
  std::vector<std::string> writable;
};

// True for a name with a '/' or ending in ".so".
bool is_library_path(std::string_view name);

// The meaning of `--backend name`: a bundled backend, a shared library by its path, or
// "mechanical:N", golden with one place of its source wrong (mutants/mechanical/). Nothing is
// loaded. Throws spec::InputError for a name that is none of them, LoadError for a backend that is
// not available here, std::runtime_error if the worker program or the library of bundled backends
// is missing.
Loadable loadable(std::string_view name);

}  // namespace vconform::adapters
