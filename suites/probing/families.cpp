#include "suites/probing/families.h"

#include <algorithm>
#include <array>

#include "suites/judging/names.h"

namespace vconform::suites {

std::vector<spec::Family> families_named(const std::vector<std::string>& names) {
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

namespace {

// A rule about several families, which all share what it is about.
struct SharedRule {
  std::string_view slug;
  std::vector<spec::Family> families;
};
using enum spec::Family;
const std::array<SharedRule, 6> kSharedRules = {{
    {"walk.stride-width-deq", {kDeq, kCastDeq}},
    {"walk.order", {kVconv, kDeq, kCastDeq}},
    {"mask.inactive-lanes", {kVconv, kDeq, kCastDeq}},
    {"s4.nibble", {kVconv, kCopyMatrix}},
    {"subnormal.results", {kVconv, kDeq, kCastDeq, kCopyMatrix, kDataCopy}},
    {"subnormal.inputs", {kVconv, kCopyMatrix, kDataCopy}},
}};

}  // namespace

std::vector<spec::Family> families_of(const spec::Rule& rule) {
  switch (rule.topic) {
    case spec::Topic::kDequantisation:
      return {spec::Family::kDeq, spec::Family::kCastDeq};
    case spec::Topic::kFixpipe:
      return {spec::Family::kCopyMatrix};
    case spec::Topic::kDataCopy:
      return {spec::Family::kDataCopy};
    default:
      break;
  }
  for (const SharedRule& shared : kSharedRules) {
    if (shared.slug == rule.slug) {
      return shared.families;
    }
  }
  return {spec::Family::kVconv};
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
