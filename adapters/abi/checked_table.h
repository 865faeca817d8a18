// The table of a library, checked when it is opened.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "adapters/vconform_adapter.h"
#include "spec/text/quoted.h"

namespace vconform::adapters {

// The most characters of a table's name and of its version, which are printable ASCII.
inline constexpr std::size_t kMostNameCharacters = 64;

// Whether it is no longer than that, and printable ASCII throughout.
inline bool fits_a_name(std::string_view text) {
  return text.size() <= kMostNameCharacters && std::ranges::all_of(text, spec::is_printable);
}

// A copy of the table; fields beyond the library's struct_size are null. `where` names the backend
// in messages. Throws LoadError for a null table, another ABI version, a struct too small for
// version 1, missing functions or names, and a table with neither execute, convert nor element.
vconform_adapter checked_table(const vconform_adapter* table, std::string_view where);

// A library's text on one line: control characters replaced, at most 200 characters. "" for null.
std::string one_line(const char* text);

}  // namespace vconform::adapters
