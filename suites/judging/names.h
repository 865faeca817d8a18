// Looks up table rows by names that a user gave; lists names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/text/error.h"
#include "spec/text/quoted.h"

namespace vconform::suites {

// The row of a table with this name. Throws spec::InputError listing the known names.
template <typename Table>
const auto& row_named(const Table& table, std::string_view name, std::string_view what) {
  std::string known;
  for (const auto& row : table) {
    if (row.name == name) {
      return row;
    }
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw spec::InputError("unknown " + std::string(what) + " " + spec::quoted(name) +
                         ": use one of " + known);
}

// "a, b, c and 4 more": the first eight.
std::string joined(const std::vector<std::string>& names);

}  // namespace vconform::suites
