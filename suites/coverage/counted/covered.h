// The coverage of a run, family by family.
#pragma once

#include <cstdint>
#include <vector>

#include "suites/coverage/model.h"
#include "suites/coverage/tally.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// Raised when a class, a dimension, an argument against a bin or the record of possible bins
// changes: fractions of two models do not compare.
inline constexpr std::uint64_t kCoverageModel = 1;

// The bins of the claimed instructions of a family in one group: single ones, or pairs.
struct CoveredPart {
  spec::Family family;
  GroupId group;
  bool is_pair = false;
  // Those that are not impossible.
  std::uint64_t reachable = 0;
  std::uint64_t reached = 0;

  friend bool operator==(const CoveredPart&, const CoveredPart&) = default;
};

// A part for each group of each family of the cells that has bins, with nothing reached. Each row
// counts once for addresses and registers.
std::vector<CoveredPart> reachable_parts(const std::vector<spec::Cell>& cells);

// The same of a run that judges `cells`, of which `plan` need not have all. `results` belong to the
// units of `plan`, in order, and have the texts of UnitCoverage.
std::vector<CoveredPart> covered_by(const std::vector<spec::Cell>& cells,
                                    const std::vector<Unit>& plan,
                                    const std::vector<UnitResult>& results);

}  // namespace vconform::suites
