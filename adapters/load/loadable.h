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
  // The name of the backend in a library with several; empty for a library that is one backend;
  // kLoweringEntry for one that exports operations.
  std::string entry;
  // The worker program that loads it.
  std::string worker;
  // The places where it may write files: a folder for temporary files, which TMPDIR names, and
  // those that the user permitted. Empty: none.
  std::string scratch;
  std::vector<std::string> writable;
};

// Begins the name of a backend that is a lowering, before the path of its library; and the entry of
// such a library. lowering/ has the library that runs it.
inline constexpr std::string_view kLoweringPrefix = "lowering:";
inline constexpr std::string_view kLoweringEntry = "lowering";
inline constexpr std::string_view kLoweringLibrary = "libvconform_lowering.so";

// True for a name with a '/' or ending in ".so".
bool is_library_path(std::string_view name);

// The meaning of `--backend name`: a bundled backend, a shared library by its path,
// "lowering:PATH", or "mechanical:N", golden with one place of its source wrong
// (mutants/mechanical/). Nothing is loaded. Throws spec::InputError for a name that is none of
// them, LoadError for a backend that is not available here, std::runtime_error if the worker
// program or the library of bundled backends is missing.
Loadable loadable(std::string_view name);

}  // namespace vconform::adapters
