#include "suites/judging/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "spec/rows/operation_rows.h"
#include "suites/judging/level.h"

namespace vconform::suites {

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  const std::size_t shown = std::min(names.size(), kMost);
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(shown);
  const std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

std::string row_name(const spec::Conversion& row) {
  const spec::Cell cell{row.number, spec::Rounding::kNull};
  switch (row.family) {
    case spec::Family::kVconv:
      return spec::pair_name(row);
    case spec::Family::kDeq:
    case spec::Family::kCopyMatrix:
    case spec::Family::kDataCopy:
      return spec::cell_name(cell);
    default:
      return spec::instruction_name(cell);
  }
}

std::vector<std::string> names_by_row(const std::vector<spec::Cell>& cells) {
  std::vector<std::string> names;
  for (const spec::Conversion& row : spec::kRows) {
    std::string modes;
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const bool is_concerned =
          std::ranges::find(cells, spec::Cell{row.number, mode.rounding}) != cells.end();
      modes += is_concerned ? std::string(1, mode.letter) : "";
    }
    if (!modes.empty()) {
      names.push_back(row_name(row) + (row.family == spec::Family::kVconv ? " " + modes : ""));
    }
  }
  for (const spec::Cell& cell : cells) {
    if (spec::is_operation(cell) &&
        std::ranges::find(names, spec::cell_name(cell)) == names.end()) {
      names.push_back(spec::cell_name(cell));
    }
  }
  return names;
}

const Level& level_named(std::string_view name) {
  return row_named(kLevels, name, "level");
}

}  // namespace vconform::suites
