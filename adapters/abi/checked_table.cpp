#include "adapters/abi/checked_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "adapters/load_error.h"
#include "spec/text/quoted.h"

namespace vconform::adapters {

namespace {

constexpr std::size_t kMaxTextLength = 200;
// Version 1 has every field up to execute; the optional ones may be missing.
constexpr std::size_t kSmallestTable = offsetof(vconform_adapter, execute_batch);

void check_name(const char* text, const std::string& field, const std::string& where) {
  if (text == nullptr || *text == '\0') {
    throw LoadError(where + ": the table's " + field + " is empty: set it to a short text");
  }
  const std::size_t length = ::strnlen(text, kMostNameCharacters + 1);
  if (length > kMostNameCharacters) {
    throw LoadError(where + ": the table's " + field + " is longer than 64 characters: shorten it");
  }
  if (!std::all_of(text, text + length, spec::is_printable)) {
    throw LoadError(where + ": the table's " + field +
                    " has characters other than printable ASCII: remove them");
  }
}

void check_functions(const vconform_adapter& table, const std::string& where) {
  struct Function {
    const char* name;
    bool missing;
  };
  const std::array<Function, 4> required = {{
      {"create", table.create == nullptr},
      {"destroy", table.destroy == nullptr},
      {"last_error", table.last_error == nullptr},
      {"capabilities", table.capabilities == nullptr},
  }};
  for (const Function& function : required) {
    if (function.missing) {
      throw LoadError(where + ": the table's " + function.name + " is null: it is not optional");
    }
  }
  if (table.execute == nullptr && table.convert == nullptr && table.element == nullptr) {
    throw LoadError(where +
                    ": the table has neither execute nor convert nor element: provide one of them");
  }
}

}  // namespace

std::string one_line(const char* text) {
  if (text == nullptr) {
    return "";
  }
  std::string line(text, ::strnlen(text, kMaxTextLength));
  std::replace_if(line.begin(), line.end(), [](char c) { return !spec::is_printable(c); }, ' ');
  return line;
}

vconform_adapter checked_table(const vconform_adapter* table, std::string_view where) {
  const std::string name(where);
  if (table == nullptr) {
    throw LoadError(name + ": vconform_get_adapter(" + std::to_string(VCONFORM_ABI_VERSION) +
                    ") returned null: build the library against this version's vconform_adapter.h");
  }
  const std::size_t size = table->struct_size;
  if (size < kSmallestTable) {
    throw LoadError(name + ": the table's struct_size is " + std::to_string(size) +
                    ", version 1 needs " + std::to_string(kSmallestTable) +
                    ": set it to sizeof(vconform_adapter)");
  }
  vconform_adapter checked{};
  std::memcpy(&checked, table, std::min(size, sizeof checked));
  if (checked.abi_version != VCONFORM_ABI_VERSION) {
    throw LoadError(name + ": the table's abi_version is " + std::to_string(checked.abi_version) +
                    ", this is " + std::to_string(VCONFORM_ABI_VERSION) +
                    ": build the library against this version's vconform_adapter.h");
  }
  check_name(checked.name, "name", name);
  check_name(checked.version, "version", name);
  check_functions(checked, name);
  return checked;
}

}  // namespace vconform::adapters
