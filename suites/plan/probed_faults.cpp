#include "suites/plan/probed_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "oracle/judge/judge.h"
#include "spec/rules/rules.h"
#include "suites/plan/plan_facts.h"

namespace vconform::suites {

namespace {

using Cells = std::vector<spec::Cell>;

// Shown by a backend while it was probed.
struct Fault {
  std::vector<spec::Case> cases;
  std::string in_short;
  std::string details;
};

std::vector<Fault> faults_of(const ProbedRule& probed) {
  std::vector<Fault> faults;
  if (is_fault(probed)) {
    faults.push_back({probed.cases,
                      fmt::format("while it was probed no reading of {} explained it, and now one "
                                  "does",
                                  spec::rule_of(probed.rule).slug),
                      probed.details});
  }
  if (probed.refused) {
    faults.push_back(
        {{*probed.refused}, "while it was probed it refused the case, and now it does not", ""});
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

// The first discriminating unit of the cells; nullopt if the plan has none, or one of their units
// deviates.
std::optional<std::size_t> silent_unit(const std::vector<Unit>& plan, const Cells& cells,
                                       const std::vector<UnitResult>& results) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (std::ranges::find(cells, plan[i].cell) == cells.end()) {
      continue;
    }
    if (!results[i].deviations.empty() || !results[i].blamed.empty()) {
      return std::nullopt;
    }
    if (!first && plan[i].cases == Cases::kDiscriminating) {
      first = i;
    }
  }
  return first;
}

Deviation deviation_of(const Unit& unit, const Fault& fault) {
  Deviation deviation;
  deviation.claim = claim_name(unit);
  deviation.verdict = oracle::name_of(oracle::Verdict::kUnstable);
  deviation.in_short = fault.in_short;
  deviation.details = "  reason   " + fault.in_short + "\n" + fault.details;
  deviation.count = deviation.failing_cases = 1;
  deviation.smallest = fault.cases.back();
  return deviation;
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

std::vector<std::string> faults_in_short(std::span<const ProbedRule> probed) {
  std::vector<std::string> texts;
  for (const ProbedRule& rule : probed) {
    for (const Fault& fault : faults_of(rule)) {
      if (std::ranges::find(texts, fault.in_short) == texts.end()) {
        texts.push_back(fault.in_short);
      }
    }
  }
  return texts;
}

void judge_probing(const std::vector<Unit>& plan, std::span<const ProbedRule> probed,
                   std::vector<UnitResult>& results) {
  std::map<std::size_t, std::vector<Fault>> found;
  for (const ProbedRule& rule : probed) {
    for (const Fault& fault : faults_of(rule)) {
      if (const std::optional<std::size_t> unit =
              silent_unit(plan, cells_of(fault.cases), results)) {
        add(found, *unit, fault);
      }
    }
  }
  for (const auto& [unit, faults] : found) {
    for (const Fault& fault : faults) {
      results[unit].deviations.push_back(deviation_of(plan[unit], fault));
    }
  }
}

}  // namespace vconform::suites
