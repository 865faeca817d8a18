#include "suites/plan/listed_unit.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
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

// The listed cases of a unit as they are run, and which of them failed.
class Listed {
 public:
  Listed(const Unit& unit, const Subject& subject, std::uint64_t seed)
      : claim_(claim_name(unit)),
        seed_(seed),
        pinned_(subject.pinned),
        cases_(listed_cases(unit, subject)),
        failed_(cases_.count) {}

  std::size_t count() const { return cases_.count; }
  spec::Case at(std::size_t index) const {
    spec::Case test_case = with_permitted_codes(cases_.at(index), pinned_);
    test_case.claim = claim_;
    test_case.seed = seed_;
    return test_case;
  }
  void note_failed(std::size_t index) { failed_[index] = true; }
  bool has_failed(std::size_t index) const { return failed_[index]; }

  // Tells the subject of the cases from that number on, up to one that failed. Returns as
  // Subject::ahead does.
  std::optional<std::size_t> run_ahead(const Subject& subject, std::size_t index) const {
    const auto end =
        std::find(failed_.begin() + static_cast<std::ptrdiff_t>(index), failed_.end(), true);
    return subject.ahead(static_cast<std::size_t>(end - failed_.begin()) - index,
                         [&](std::size_t next) { return at(index + next); });
  }

 private:
  std::string claim_;
  std::uint64_t seed_;
  spec::Choices pinned_;
  ListedCases cases_;
  std::vector<bool> failed_;
};

void add_in_batch(const spec::Case& test_case, Finding finding, UnitResult& result) {
  finding.details += "  batch    execute_batch leaves this; execute does not, nor replay\n";
  finding.in_short += ", in a batch";
  Deviation* known = known_as(result.deviations, finding);
  if (known == nullptr) {
    result.deviations.push_back(deviation_of(test_case.claim, finding, test_case));
    known = &result.deviations.back();
    known->cases = result.cases;
    known->count = 0;
  }
  known->count += finding.count;
  add_failing_case(*known, finding);
}

// The cases that passed one by one, in batches. They are counted already, and the readings that
// they rule out are not: execute_batch may follow others.
void run_in_batches(const Unit& unit, Subject& subject, const Listed& listed, UnitResult& result) {
  const Property& property = properties()[unit.property];
  for (std::size_t index = 0; index < listed.count();) {
    const std::optional<std::size_t> held =
        listed.has_failed(index) ? 0 : listed.run_ahead(subject, index);
    if (!held) {
      return;
    }
    const std::size_t end = index + *held;
    for (bool goes_on = true; index < end && goes_on; ++index) {
      const spec::Case test_case = listed.at(index);
      const CheckResult checked = check_property(property, subject, test_case);
      add_excluded(result, checked);
      note_known(checked, subject);
      for (const Finding& finding : checked.findings) {
        add_in_batch(test_case, finding, result);
        if (ends_unit(finding.verdict)) {
          return;
        }
        // It has run further programs, so that the answers of the batch are gone.
        goes_on = false;
      }
    }
    index += *held == 0 ? 1 : 0;
  }
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
  Listed listed(unit, subject, seed);
  // A case that is run to make a failure smaller, or again in a batch, does not count.
  const auto seen = std::exchange(subject.seen, nullptr);
  // Before it nothing is to be run ahead.
  std::size_t next_ahead = 0;
  for (std::size_t index = 0; index < listed.count() && !ends; ++index) {
    if (subject.ahead && subject.prefers_batches && index == next_ahead) {
      const std::size_t held = listed.run_ahead(subject, index).value_or(0);
      next_ahead = index + std::max<std::size_t>(held, 1);
    }
    const spec::Case test_case = listed.at(index);
    const std::uint64_t moment = moment_of(subject);
    subject.seen = seen;
    const CheckResult checked = check_property(property, subject, test_case);
    subject.seen = nullptr;
    const bool hangs = !checked.findings.empty() && ends_unit(checked.findings.front().verdict);
    ends = hangs || (until == Until::kFirstFailure && !checked.findings.empty());
    count_case(result, checked, unit);
    note_known(checked, subject);
    for (const Finding& finding : checked.findings) {
      listed.note_failed(index);
      Deviation* added = add_listed(unit, subject, test_case, finding, result);
      if (added != nullptr && !hangs) {
        note_past_dependence(property, subject, past_until(subject, moment), *added);
        note_position_dependence(property, subject, *added);
        // It has run further programs, so that the answers of the batch are gone.
        next_ahead = index + 1;
      }
    }
  }
  if (subject.ahead && !subject.prefers_batches && !ends) {
    run_in_batches(unit, subject, listed, result);
  }
  if (unit.cases == Cases::kDiscriminating && !ends) {
    add_departures(unit, subject, seed, result);
  }
  return result;
}

}  // namespace vconform::suites
