// Backends by name, as in --backend.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/in_process_backend.h"

namespace vconform::adapters {

// Opens `golden`, `golden:RULE=READING` (golden with that reading of an open rule pinned), `eigen`,
// `x86`, `mutant:NAME`, or a shared library: a name with a '/' or ending in ".so" is its path.
// Throws spec::InputError for a name that is none of these, LoadError when the
// backend cannot be loaded or started.
std::unique_ptr<InProcessBackend> open_backend(std::string_view name);

struct KnownBackend {
  std::string name;
  // One line.
  std::string description;
  bool available = true;
  // The Debian package that brings it; empty when it needs none.
  std::string package;
  // Why it is not available, in one line, where no package would help; else empty.
  std::string reason;
};

// The backends that have a name, in a fixed order: golden, golden under each
// reading, the libraries, the mutants.
std::vector<KnownBackend> known_backends();

}  // namespace vconform::adapters
