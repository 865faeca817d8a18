// A table of the C ABI whose fields can be spoiled one at a time; for tests.
#pragma once

#include <string>
#include <vector>

#include "adapters/load_error.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

// The capabilities of a backend that claims one row, or none.
constexpr vconform_capabilities claiming(const vconform_capability* row = nullptr) {
  vconform_capabilities capabilities{};
  capabilities.struct_size = sizeof capabilities;
  capabilities.row_count = row == nullptr ? 0 : 1;
  capabilities.row_size = sizeof *row;
  capabilities.rows = row;
  return capabilities;
}

// A correct table with functions that do nothing and no claims.
inline vconform_adapter working_table() {
  vconform_adapter table{};
  table.struct_size = sizeof table;
  table.abi_version = VCONFORM_ABI_VERSION;
  table.name = "test";
  table.version = "1";
  table.create = []() -> void* {
    static char context = 0;
    return &context;
  };
  table.destroy = [](void*) {};
  table.last_error = [](void*) -> const char* { return nullptr; };
  table.capabilities = [](void*) {
    static constexpr vconform_capabilities kNone = claiming();
    return &kNone;
  };
  table.execute = [](void*, const vconform_step*, std::uint64_t,
                     vconform_memories*) -> std::uint32_t { return VCONFORM_OK; };
  return table;
}

// The message of the LoadError that `open` throws, or "" if it throws none.
template <typename Open>
std::string load_error(const Open& open) {
  try {
    open();
  } catch (const LoadError& error) {
    return error.what();
  }
  return "";
}

}  // namespace vconform::adapters
