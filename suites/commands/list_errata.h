// The errata of families, and the cases by which results tell their readings apart.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spec/errata/errata.h"
#include "spec/rows/family.h"

namespace vconform::suites {

// Those of which a rule concerns a family; of those without rules, the ones on a page about it.
std::vector<spec::Erratum> errata_of(const std::vector<spec::Family>& families);

// The discriminating cases of an open rule: how many there are, and the instruction of the first.
struct ToldApart {
  std::string instruction;
  std::size_t cases = 0;
};
// nullopt for a rule without readings, and one whose readings no case tells apart.
std::optional<ToldApart> told_apart(spec::RuleId rule);

// Each erratum as a block of lines, below the title of its page.
std::string errata_text(const std::vector<spec::Family>& families);

}  // namespace vconform::suites
