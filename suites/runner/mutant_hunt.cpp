#include "suites/runner/mutant_hunt.h"

#include <algorithm>
#include <chrono>

#include "adapters/open_backend.h"
#include "spec/rules.h"
#include "suites/runner/subject.h"

namespace vconform::suites {

namespace {

// The cases of the unit up to the one that failed.
std::uint64_t cases_of(const UnitResult& result) {
  std::uint64_t cases = result.cases;
  for (const Deviation& deviation : result.deviations) {
    cases = std::max(cases, deviation.cases);
  }
  return cases;
}

}  // namespace

Hunt hunt(const adapters::mutants::Mutant& mutant, const Level& level, std::uint64_t seed) {
  const auto started = std::chrono::steady_clock::now();
  const spec::RuleId rule = *spec::rule_with_slug(mutant.rule);
  const Subject subject = subject_of(adapters::open_backend("mutant:" + std::string(mutant.name)),
                                     spec::choices_of(spec::profile_named("a2")));
  Hunt hunt;
  for (const Unit& unit : make_plan(level, subject.claims)) {
    if (hunt.caught || !properties()[unit.property].asks_oracle) {
      continue;
    }
    const UnitResult result = run_unit(unit, subject, seed);
    hunt.cases += cases_of(result);
    for (const Deviation& deviation : result.deviations) {
      hunt.reported.insert(deviation.rule);
      if (!hunt.caught && deviation.cited.test(rule)) {
        hunt.unit = unit;
        hunt.caught = deviation;
      }
    }
  }
  hunt.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return hunt;
}

}  // namespace vconform::suites
