#include "suites/runner/families.h"

#include <algorithm>

#include "suites/runner/names.h"

namespace vconform::suites {

std::vector<std::string> families_named(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    row_named(kFamilies, name, "family");
  }
  std::vector<std::string> chosen;
  for (const Family& family : kFamilies) {
    const std::string name(family.name);
    if (names.empty() || std::find(names.begin(), names.end(), name) != names.end()) {
      chosen.push_back(name);
    }
  }
  return chosen;
}

}  // namespace vconform::suites
