// The bundled backends: golden, golden under each reading, other libraries, mutants.
#pragma once

#include <cstdint>
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
  // The Debian package that provides it; empty if it needs none.
  std::string package;
  // The reason, in one line, if it is not available and no package would help; otherwise empty.
  std::string reason;
};

// The named backends in a fixed order: golden, golden under each reading, the libraries, the
// mutants.
std::vector<KnownBackend> known_backends();

// The table of a named backend; it lives as long as the program. Throws spec::InputError for an
// unknown name, LoadError for a backend that is not available here.
const vconform_adapter* named_adapter(std::string_view name);

}  // namespace vconform::adapters

// The entry of libvconform_backends.so, which workers load: named_adapter(), or null for another
// ABI version or an unknown name. Libraries that make a backend of a file have the same entry, take
// the path for a name, and throw LoadError.
extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_named_adapter(
    std::uint32_t abi_version, const char* name);
// Optional: lines about a named backend, each with its '\n', as long as the library is loaded.
extern "C" VCONFORM_EXPORT const char* vconform_get_named_notes(const char* name);
// Optional: the name and version of the backend that carries out what this one issues, as long as
// nothing else of the library is called.
extern "C" VCONFORM_EXPORT const char* vconform_get_named_basis(const char* name);
