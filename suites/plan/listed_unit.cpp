#include "suites/plan/listed_unit.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "adapters/abi/backend.h"
#include "suites/judging/departure.h"
#include "suites/judging/run_case.h"
#include "suites/judging/unit_cases.h"
#include "suites/judging/wrong_results/position_dependence.h"
#include "suites/plan/plan_facts.h"
#include "suites/shrinking/deviations.h"
#include "suites/shrinking/isolated.h"
#include "suites/shrinking/past_dependence.h"

namespace vconform::suites {

namespace {

// Returns the deviation if it is new.
Deviation* add_listed(const Unit& unit, const Subject& subject, const spec::Case& test_case,
                      const Finding& finding, UnitResult& result) {
  if (Deviation* known = known_as(result.deviations, finding)) {
    known->count += finding.count;
    add_failing_case(*known, finding);
    return nullptr;
  }
  Deviation deviation = isolated(unit, subject, test_case, finding)
                            .value_or(deviation_of(test_case.claim, finding, test_case));
  deviation.count = finding.count;
  add_failing_case(deviation, finding);
  deviation.cases = result.cases;
  result.deviations.push_back(std::move(deviation));
  return &result.deviations.back();
}

// Tells the subject of the next cases, the one of that number first.
void run_ahead(const Subject& subject, std::size_t index, std::size_t count,
               const std::function<spec::Case(std::size_t)>& made) {
  std::vector<spec::Case> next;
  for (std::size_t i = index; i < std::min(count, index + adapters::kMostAhead); ++i) {
    next.push_back(made(i));
  }
  subject.ahead(next);
}

void add_departures(const Unit& unit, const Subject& subject, std::uint64_t seed,
                    UnitResult& result) {
  for (auto& [finding, test_case] : departures_under(subject, unit.cell)) {
    test_case.claim = claim_name(unit);
    test_case.seed = seed;
    add_listed(unit, subject, test_case, finding, result);
  }
}

}  // namespace

UnitResult run_listed_unit(const Unit& unit, Subject subject, std::uint64_t seed, Until until) {
  const Property& property = properties()[unit.property];
  UnitResult result;
  bool ends = false;
  const ListedCases cases = listed_cases(unit, subject);
  // A case that is run to make a failure smaller does not count.
  const auto seen = std::exchange(subject.seen, nullptr);
  const auto made = [&](std::size_t index) {
    spec::Case test_case = with_permitted_codes(cases.at(index), subject.pinned);
    test_case.claim = claim_name(unit);
    test_case.seed = seed;
    return test_case;
  };
  for (std::size_t index = 0; index < cases.count && !ends; ++index) {
    if (subject.ahead && index % adapters::kMostAhead == 0) {
      run_ahead(subject, index, cases.count, made);
    }
    const spec::Case test_case = made(index);
    const std::uint64_t moment = moment_of(subject);
    subject.seen = seen;
    const CheckResult checked = check_property(property, subject, test_case);
    subject.seen = nullptr;
    const bool hangs = !checked.findings.empty() && ends_unit(checked.findings.front().verdict);
    ends = hangs || (until == Until::kFirstFailure && !checked.findings.empty());
    count_case(result, checked, unit);
    note_known(checked, subject);
    for (const Finding& finding : checked.findings) {
      Deviation* added = add_listed(unit, subject, test_case, finding, result);
      if (added != nullptr && !hangs) {
        note_past_dependence(property, subject, past_until(subject, moment), *added);
        note_position_dependence(property, subject, *added);
      }
    }
  }
  if (unit.cases == Cases::kDiscriminating && !ends) {
    add_departures(unit, subject, seed, result);
  }
  return result;
}

}  // namespace vconform::suites
