// The parameters with which a worker program loads a backend.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::adapters {

struct Loadable {
  // The name given to --backend, for messages.
  std::string name;
  // The path of the shared library that the worker loads.
  std::string library;
  // The name of the backend in a library with several, the path of the file that such a library
  // makes a backend of; empty for a library that is one backend.
  std::string entry;
  // The worker program that loads it.
  std::string worker;
  // The places where it may write files: a folder for temporary files, which TMPDIR names, and
  // those that the user permitted. Empty: none.
  std::string scratch;
  std::vector<std::string> writable;
  // VCONFORM_TIME_LIMIT in the worker's environment: the most seconds of wall time for a program.
  double time_limit = 0;
  // VCONFORM_ON in the worker's environment: the backend on which a library that calls the
  // documented prototypes executes them. Empty: the variable is not set, whatever it is here.
  std::string on = {};
};

inline constexpr const char* kOnVariable = "VCONFORM_ON";
inline constexpr const char* kTimeLimitVariable = "VCONFORM_TIME_LIMIT";

// A name that stands for a file: its path, with the kind in front, or nothing.
struct NamedFile {
  // kExported, kLowering, or "" for a library with the C ABI.
  std::string_view kind;
  std::string_view path;
};
// A library that exports the documented prototypes: "intrinsics:LIB.so".
inline constexpr std::string_view kExported = "intrinsics:";
// One that calls them, judged by operation: "lowering:LIB.so".
inline constexpr std::string_view kLowering = "lowering:";
// A program that speaks the protocol of exec/protocol.md: "exec:COMMAND", for a shell.
inline constexpr std::string_view kExec = "exec:";
constexpr bool is_command(std::string_view name) {
  return name.starts_with(kExec);
}
// nullopt for a name that is no file's: a path has a '/' or ends in ".so".
constexpr std::optional<NamedFile> named_file(std::string_view name) {
  if (is_command(name)) {
    return std::nullopt;
  }
  for (const std::string_view kind : {kExported, kLowering}) {
    if (name.starts_with(kind)) {
      return NamedFile{kind, name.substr(kind.size())};
    }
  }
  const bool is_path = name.find('/') != std::string_view::npos || name.ends_with(".so");
  return is_path ? std::optional(NamedFile{"", name}) : std::nullopt;
}

// The words of "exec:COMMAND" without what a shell puts between them.
std::vector<std::string> words_of_command(std::string_view name);

// Whether the program runs code that a command names by no file: `python3 -m mine`, `sh run`.
bool is_interpreter(std::string_view path);

// The files that are judged under this name: the library itself, not the one that makes a backend
// of it; of a COMMAND the words that are files, and the program that is found on the PATH. There
// may be none. Throws as loadable() does.
std::vector<std::string> judged_files(std::string_view name);

// The meaning of `--backend name`: a bundled backend, a shared library by its path,
// "intrinsics:LIB.so", "lowering:LIB.so", "exec:COMMAND", or "mechanical:N", golden with one place
// of its source wrong (mutants/mechanical/). Nothing is loaded. Throws spec::InputError for a name
// that is none of them, LoadError for a backend that is not available here, std::runtime_error if
// the worker program or the library of bundled backends is missing.
Loadable loadable(std::string_view name);

}  // namespace vconform::adapters
