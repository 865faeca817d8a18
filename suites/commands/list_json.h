// The listing of `list` as JSON. README.md of this folder has the fields.
#pragma once

#include <string_view>
#include <vector>

#include "spec/rows/family.h"
#include "suites/files/json.h"

namespace vconform::suites {

inline constexpr std::string_view kListFormat = "vconform-list";
inline constexpr int kListFormatVersion = 1;

// The rows and words of these families, and every rule.
json listed_rows(const std::vector<spec::Family>& families);
// The errata of these families, and the pages that they quote.
json listed_errata(const std::vector<spec::Family>& families);

}  // namespace vconform::suites
