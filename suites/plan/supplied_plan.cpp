#include "suites/plan/supplied_plan.h"

#include <algorithm>
#include <iterator>

namespace vconform::suites {

namespace {

bool is_of(const Unit& unit, Cases cases, bool has_programs) {
  const Property& property = properties()[unit.property];
  const bool is_listed = cases != Cases::kGenerated;
  return unit.cases == cases &&
         (is_listed || (property.has_programs == has_programs && property.asks_oracle));
}

// Whether its cases have legal arguments and operands without hazards.
bool is_legal(const Unit& unit) {
  const Property& property = properties()[unit.property];
  return unit.cases != Cases::kGenerated || property.has_programs ||
         property.name == properties().front().name;
}

}  // namespace

std::vector<Unit> supplied_plan(const std::vector<Unit>& plan) {
  struct Kind {
    Cases cases;
    bool has_programs;
  };
  constexpr Kind kOrder[] = {{Cases::kDiscriminating, false},
                             {Cases::kGenerated, false},
                             {Cases::kGenerated, true},
                             {Cases::kSystematic, false},
                             {Cases::kMagnitudes, false}};
  std::vector<Unit> supplied;
  for (const Kind& kind : kOrder) {
    std::ranges::copy_if(plan, std::back_inserter(supplied), [&](const Unit& unit) {
      return is_legal(unit) && is_of(unit, kind.cases, kind.has_programs);
    });
  }
  return supplied;
}

}  // namespace vconform::suites
