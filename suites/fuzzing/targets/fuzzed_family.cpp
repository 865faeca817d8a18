#include "suites/fuzzing/targets/fuzzed_family.h"

#include <algorithm>

#include "generators/programs/programs.h"
#include "spec/rows/conversions.h"
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

bool is_claimed(const FuzzedFamily& fuzzed, const Claims& claims) {
  return std::any_of(spec::kRows.begin(), spec::kRows.end(), [&](const spec::Conversion& row) {
    return (fuzzed.family ? row.family == *fuzzed.family : generators::runs_in_programs(row)) &&
           std::any_of(spec::kRoundingModes.begin(), spec::kRoundingModes.end(),
                       [&](const spec::RoundingMode& mode) {
                         return claims({row.number, mode.rounding}).has_value();
                       });
  });
}

}  // namespace vconform::suites
