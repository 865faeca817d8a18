#include "suites/plan/probed_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "oracle/judge/judge.h"
#include "spec/number/digest.h"
#include "spec/rules/rules.h"
#include "suites/judging/probe.h"
#include "suites/plan/forgiven.h"
#include "suites/plan/plan_facts.h"

namespace vconform::suites {

namespace {

using Cells = std::vector<spec::Cell>;

// Shown by a backend while it was probed.
struct Fault {
  std::vector<spec::Case> cases;
  std::string in_short;
  // The other half of the contradiction, if a unit judges the same cases and does not deviate.
  std::string and_now;
  std::string details;
};

void add_faults(const ProbedRule& probed, std::vector<Fault>& faults) {
  if (is_fault(probed)) {
    faults.push_back({probed.cases,
                      fmt::format("while it was probed no reading of {} explained it",
                                  spec::rule_of(probed.rule).slug),
                      "one does", probed.details});
  }
  if (probed.refused) {
    faults.push_back(
        {{*probed.refused}, "while it was probed it refused a case", "it does not", ""});
  }
}

std::vector<Fault> faults_of(const ResolvedChoices& choices) {
  std::vector<Fault> faults;
  for (const std::vector<ProbedRule>* rules : {&choices.probed, &choices.checked}) {
    for (const ProbedRule& rule : *rules) {
      add_faults(rule, faults);
    }
  }
  return faults;
}

Cells cells_of(const std::vector<spec::Case>& cases) {
  Cells cells;
  for (const spec::Case& test_case : cases) {
    for (const spec::Step& step : test_case.steps) {
      if (const std::optional<spec::Cell> cell = spec::cell_of(step)) {
        cells.push_back(*cell);
      }
    }
  }
  return cells;
}

// The first discriminating unit of the cells; nullopt if the plan has none, or one of them was not
// run to its end or deviates: they judge the cases by which the backend was probed.
std::optional<std::size_t> silent_unit(const std::vector<Unit>& plan, const Cells& cells,
                                       const std::vector<UnitResult>& results) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].cases != Cases::kDiscriminating ||
        std::ranges::find(cells, plan[i].cell) == cells.end()) {
      continue;
    }
    const UnitResult& result = results[i];
    if (!result.deviations.empty() || !result.blamed.empty() || result.skipped ||
        result.hung_elsewhere) {
      return std::nullopt;
    }
    first = first.value_or(i);
  }
  return first;
}

Deviation deviation_of(const Unit& unit, const Fault& fault) {
  Deviation deviation;
  deviation.claim = claim_name(unit);
  deviation.verdict = oracle::name_of(oracle::Verdict::kUnstable);
  deviation.in_short = fault.in_short + ", and now " + fault.and_now;
  deviation.details = "  reason   " + deviation.in_short + "\n" + fault.details;
  deviation.count = deviation.failing_cases = 1;
  deviation.smallest = fault.cases.back();
  return deviation;
}

// The first deviation in the discriminating units of the cells; null if there is none.
Deviation* known_deviation(const std::vector<Unit>& plan, const Cells& cells,
                           std::vector<UnitResult>& results) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].cases == Cases::kDiscriminating && !results[i].deviations.empty() &&
        std::ranges::find(cells, plan[i].cell) != cells.end()) {
      return &results[i].deviations.front();
    }
  }
  return nullptr;
}

// Each fault once for a unit: what was refused may concern several rules.
void add(std::map<std::size_t, std::vector<Fault>>& found, std::size_t unit, const Fault& fault) {
  std::vector<Fault>& of_unit = found[unit];
  const auto is_same = [&](const Fault& one) { return one.in_short == fault.in_short; };
  if (std::ranges::none_of(of_unit, is_same)) {
    of_unit.push_back(fault);
  }
}

}  // namespace

std::vector<std::string> faults_in_short(const ResolvedChoices& choices,
                                         std::span<const spec::Cell> cells) {
  const auto concerns = [&](const Fault& fault) {
    const Cells own = cells_of(fault.cases);
    return cells.empty() || std::ranges::find_first_of(own, cells) != own.end();
  };
  std::vector<std::string> texts;
  for (const Fault& fault : faults_of(choices)) {
    if (concerns(fault) && std::ranges::find(texts, fault.in_short) == texts.end()) {
      texts.push_back(fault.in_short);
    }
  }
  return texts;
}

std::vector<std::string> faults_of_probing(const ResolvedChoices& choices,
                                           const adapters::Incidents& incidents,
                                           std::span<const spec::Cell> cells) {
  std::vector<std::string> faults = faults_in_short(choices, cells);
  adapters::Incidents all = choices.of_earlier_probing;
  all += incidents;
  if (too_many_to_forgive(all)) {
    faults.push_back(fmt::format(
        "while it was probed more than {} time-outs or kills from outside were not confirmed",
        adapters::kMostForgiven));
  }
  return faults;
}

void judge_probing(const std::vector<Unit>& plan, const ResolvedChoices& choices,
                   std::vector<UnitResult>& results) {
  std::map<std::size_t, std::vector<Fault>> found;
  for (const Fault& fault : faults_of(choices)) {
    const Cells cells = cells_of(fault.cases);
    if (const std::optional<std::size_t> unit = silent_unit(plan, cells, results)) {
      add(found, *unit, fault);
    } else if (Deviation* known = known_deviation(plan, cells, results)) {
      known->fingerprint = spec::digest_of(fault.in_short, known->fingerprint);
    }
  }
  for (const auto& [unit, faults] : found) {
    for (const Fault& fault : faults) {
      results[unit].deviations.push_back(deviation_of(plan[unit], fault));
    }
  }
}

}  // namespace vconform::suites
