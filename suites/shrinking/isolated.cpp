#include "suites/shrinking/isolated.h"

#include <utility>

#include "suites/judging/matches_oracle.h"
#include "suites/judging/small_case.h"
#include "suites/shrinking/deviations.h"

namespace vconform::suites {

std::optional<Deviation> isolated(const Unit& unit, const Subject& subject,
                                  const spec::Case& failed, const Finding& finding) {
  if (!finding.input || spec::cell_of(failed.steps.back()) != unit.cell) {
    return std::nullopt;
  }
  for (spec::Case& small : small_cases(unit.cell, unit.ctrl, failed, *finding.input)) {
    small.claim = claim_name(unit);
    small.seed = failed.seed;
    for (const Finding& again : matches_oracle(subject, small).findings) {
      if (again.rule == finding.rule && again.verdict == finding.verdict) {
        return deviation_of(small.claim, again, small);
      }
    }
  }
  return std::nullopt;
}

}  // namespace vconform::suites
