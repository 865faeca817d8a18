// What a worker program loads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vconform::adapters {

struct Loadable {
  // As in --backend, for messages.
  std::string name;
  // The path of a shared library.
  std::string library;
  // Which of the backends of a library of several; empty where it is one.
  std::string entry;
  // The worker program that loads it.
  std::string worker;
  // Where it may write files: a folder for what nobody needs afterwards, which TMPDIR names, and
  // those that were asked for. Empty: none.
  std::string scratch;
  std::vector<std::string> writable;
};

// A name with a '/' or ending in ".so" is the path of a shared library.
bool is_library_path(std::string_view name);

// What `--backend name` stands for: a bundled backend, or a shared library by its path. Nothing is
// loaded. Throws spec::InputError for a name that is neither, LoadError for a bundled one that is
// not available here, std::runtime_error where the worker program or the library of bundled
// backends is missing.
Loadable loadable(std::string_view name);

}  // namespace vconform::adapters
