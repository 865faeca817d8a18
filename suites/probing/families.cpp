#include "suites/probing/families.h"

#include <algorithm>

#include "suites/judging/names.h"

namespace vconform::suites {

std::vector<spec::Family> families_named(const std::vector<std::string>& names) {
  // A lowering has operations and nothing else.
  if (names.size() == 1 && names.front() == spec::kOperationFamily.name) {
    return {spec::Family::kOperation};
  }
  for (const std::string& name : names) {
    row_named(spec::kFamilies, name, "family");
  }
  std::vector<spec::Family> chosen;
  for (const spec::FamilyName& row : spec::kFamilies) {
    if (names.empty() || std::find(names.begin(), names.end(), row.name) != names.end()) {
      chosen.push_back(row.family);
    }
  }
  return chosen;
}

std::vector<std::string> names_of(const std::vector<spec::Family>& families) {
  std::vector<std::string> names;
  for (const spec::Family family : families) {
    names.emplace_back(spec::name_of(family).name);
  }
  return names;
}

std::vector<spec::Family> families_of(const spec::Rule& rule) {
  return {rule.concerns.families.begin(), rule.concerns.families.end()};
}

bool is_among(const std::vector<spec::Family>& families, const spec::Cell& cell) {
  return std::find(families.begin(), families.end(), cell.conversion().family) != families.end();
}

Claims claims_within(const Claims& claims, const std::vector<spec::Family>& families) {
  return [claims, families](const spec::Cell& cell) {
    return is_among(families, cell) ? claims(cell) : std::nullopt;
  };
}

}  // namespace vconform::suites
