// The command `trace`: runs a host program built against adapters/vconform_intrinsics.h and says
// what it issued, what that promises, and what is wrong with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vconform::suites {

struct TraceOptions {
  // The program and its arguments.
  std::vector<std::string> words;
  // The backend that executes; empty: what VCONFORM_ON says, else golden.
  std::string on;
  // CTRL at the entry of a kernel.
  std::optional<std::uint64_t> ctrl;
  // Arguments that are out of range without effect are rejected.
  bool is_strict = false;
  // Each call is a line.
  bool is_verbose = false;
  // "text" or "json".
  std::string format = "text";
};

// Exit code 0 if nothing was found, 1 if something was, the program's end included; 2 if the
// program made no connection, 2 or 3 if it refused to begin, as VCONFORM_ON and the other variables
// have it. Throws spec::InputError if it cannot be started.
int trace(const TraceOptions& options);

}  // namespace vconform::suites
