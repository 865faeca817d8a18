// The families of instructions that a run is about.
#pragma once

#include <string>
#include <vector>

#include "spec/rows/family.h"
#include "spec/rules/rules.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The named families in the order of spec::kFamilies, or all if none is named. Throws
// spec::InputError for an unknown name.
std::vector<spec::Family> families_named(const std::vector<std::string>& names);

std::vector<std::string> names_of(const std::vector<spec::Family>& families);

// Where a rule is probed and its mutants are hunted.
std::vector<spec::Family> families_of(const spec::Rule& rule);

bool is_among(const std::vector<spec::Family>& families, const spec::Cell& cell);

// The claims, restricted to instructions of these families.
Claims claims_within(const Claims& claims, const std::vector<spec::Family>& families);

}  // namespace vconform::suites
