// Looks up table rows by names that a user gave; lists names; the names of rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/rows/conversions.h"
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

// Such as "f322s64". Rows without a rounding suffix have names of their own: "deqs162b8h_s8",
// "cast_deq_s162s8", "cbuf_f322f16", "vdeq8_s322s8".
std::string row_name(const spec::Conversion& row);

// Such as "f322s64 rafcz": the rows of these instructions with the modes concerned, in the order of
// the table.
std::vector<std::string> names_by_row(const std::vector<spec::Cell>& cells);

}  // namespace vconform::suites
