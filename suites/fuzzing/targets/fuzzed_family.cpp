#include "suites/fuzzing/targets/fuzzed_family.h"

#include <algorithm>

#include "generators/programs/programs.h"
#include "spec/rows/operation_rows.h"
#include "suites/judging/names.h"

namespace vconform::suites {

std::vector<FuzzedFamily> fuzzed_families_named(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    row_named(kFuzzedFamilies, name, "family");
  }
  std::vector<FuzzedFamily> chosen;
  for (const FuzzedFamily& row : kFuzzedFamilies) {
    if (names.empty() || std::find(names.begin(), names.end(), row.name) != names.end()) {
      chosen.push_back(row);
    }
  }
  return chosen;
}

std::vector<spec::Cell> cells_of(const FuzzedFamily& fuzzed, const Claims& claims) {
  std::vector<spec::Cell> cells =
      fuzzed.family == spec::Family::kOperation ? spec::declared_operations() : spec::all_cells();
  std::erase_if(cells, [&](const spec::Cell& cell) {
    const spec::Conversion& row = cell.conversion();
    return (fuzzed.family ? row.family != *fuzzed.family : !generators::runs_in_programs(row)) ||
           !claims(cell).has_value();
  });
  return cells;
}

}  // namespace vconform::suites
