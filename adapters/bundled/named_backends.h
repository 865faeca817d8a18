// The backends that are bundled: golden, golden under each reading, other libraries, mutants.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

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

// The table of one of them; it lives as long as the program. Throws spec::InputError for a name
// that is none, LoadError for one that is not available here.
const vconform_adapter* named_adapter(std::string_view name);

}  // namespace vconform::adapters

// Of libvconform_backends.so, which workers load: named_adapter(), or null for another ABI or name.
extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_named_adapter(
    std::uint32_t abi_version, const char* name);
