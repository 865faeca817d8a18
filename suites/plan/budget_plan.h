// The order of a run that may end early (--budget).
#pragma once

#include <cstddef>
#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

struct BudgetPlan {
  // The units of level quick, then those of the level that quick does not have.
  std::vector<Unit> units;
  std::size_t quick = 0;
};

// Those that tell most come first, in each part: drawn cases of one mode of each row, those of its
// other modes, the cases that tell readings apart, every pattern, programs of several instructions,
// other properties, every magnitude, illegal arguments.
BudgetPlan budget_plan(const Level& level, const Subject& subject);

// The instructions of which a unit of level quick is not among the first `units`, in the order of
// the plan: they are not judged.
std::vector<spec::Cell> not_judged(const BudgetPlan& plan, std::size_t units);

}  // namespace vconform::suites
