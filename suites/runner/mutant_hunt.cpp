#include "suites/runner/mutant_hunt.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "adapters/open_backend.h"
#include "spec/rules.h"
#include "suites/runner/resolve_choices.h"
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

// One mode of every pair of types, then the next: few mistakes concern one pair alone.
std::vector<Unit> mode_by_mode(const std::vector<Unit>& plan) {
  std::vector<Unit> ordered;
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    std::copy_if(plan.begin(), plan.end(), std::back_inserter(ordered),
                 [&](const Unit& unit) { return unit.cell.rounding == mode.rounding; });
  }
  return ordered;
}

}  // namespace

Subject probed_subject(const std::string& name) {
  const std::shared_ptr<adapters::Backend> backend = adapters::open_backend(name);
  const Subject open = subject_of(backend);
  return judged_by(open, resolve_choices({}, *backend, open));
}

Hunt hunt(const adapters::mutants::Mutant& mutant, const Level& level, std::uint64_t seed) {
  const auto started = std::chrono::steady_clock::now();
  const spec::RuleId rule = *spec::rule_with_slug(mutant.rule);
  const Subject subject = probed_subject("mutant:" + std::string(mutant.name));
  Hunt hunt;
  for (const Unit& unit : mode_by_mode(make_plan(level, subject.claims))) {
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
