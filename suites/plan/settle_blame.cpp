#include "suites/plan/settle_blame.h"

#include <algorithm>

#include "suites/plan/plan_facts.h"
#include "suites/shrinking/deviations.h"

namespace vconform::suites {

namespace {

// The result of the unit that asks the oracle about drawn cases of an instruction; null if there is
// none.
UnitResult* judging(const spec::Cell& cell, const std::vector<Unit>& plan,
                    std::vector<UnitResult>& results) {
  const auto found = std::find_if(plan.begin(), plan.end(), [&](const Unit& unit) {
    return unit.cell == cell && unit.property == 0 && unit.cases == Cases::kGenerated;
  });
  return found == plan.end() ? nullptr : &results[static_cast<std::size_t>(found - plan.begin())];
}

Deviation* known_in(UnitResult& result, const Deviation& deviation) {
  const auto found = std::ranges::find_if(result.deviations, [&](const Deviation& known) {
    return known.verdict == deviation.verdict && known.rule == deviation.rule;
  });
  return found == result.deviations.end() ? nullptr : &*found;
}

// A failure that another unit shows counts as well: one more failing case is another fingerprint.
void add(UnitResult& result, const Deviation& deviation) {
  if (Deviation* known = known_in(result, deviation)) {
    count_as_well(deviation, *known);
  } else {
    result.deviations.push_back(deviation);
  }
}

}  // namespace

void settle_blame(const std::vector<Unit>& plan, std::vector<UnitResult>& results) {
  for (UnitResult& result : results) {
    for (const BlamedDeviation& blamed : result.blamed) {
      UnitResult* other = judging(blamed.cell, plan, results);
      // A verdict that ends a unit cannot be added to one that went on.
      const bool can_take = other != nullptr && (!ends_unit(blamed.deviation.verdict) ||
                                                 known_in(*other, blamed.deviation) != nullptr);
      if (can_take) {
        add(*other, blamed.deviation);
      } else {
        add(result, blamed.contradiction);
      }
    }
  }
}

}  // namespace vconform::suites
