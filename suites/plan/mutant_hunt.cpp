#include "suites/plan/mutant_hunt.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "spec/rules/rules.h"
#include "suites/judging/subject.h"
#include "suites/probing/families.h"
#include "suites/probing/resolve_choices.h"

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

// The instructions of the plan, by row.
std::vector<std::vector<spec::Cell>> cells_by_row(const std::vector<Unit>& plan) {
  std::vector<std::vector<spec::Cell>> rows(spec::kRows.size());
  for (const Unit& unit : plan) {
    std::vector<spec::Cell>& cells = rows[spec::position_of(unit.cell.conversion())];
    if (std::find(cells.begin(), cells.end(), unit.cell) == cells.end()) {
      cells.push_back(unit.cell);
    }
  }
  return rows;
}

// One mode of every row, beginning with a different mode for each row, then the next mode: few
// mistakes concern only one row, or all rows in only one mode.
std::vector<Unit> mixed(const std::vector<Unit>& plan) {
  const std::vector<std::vector<spec::Cell>> rows = cells_by_row(plan);
  std::vector<Unit> ordered;
  for (std::size_t round = 0; round < spec::kRoundingModes.size(); ++round) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (round < rows[row].size()) {
        const spec::Cell cell = rows[row][(row + round) % rows[row].size()];
        std::copy_if(plan.begin(), plan.end(), std::back_inserter(ordered),
                     [&](const Unit& unit) { return unit.cell == cell; });
      }
    }
  }
  return ordered;
}

// The cheapest units come first: the few cases that tell readings apart; last, every s16 under many
// factors.
int cost_of(const Unit& unit) {
  const bool is_long =
      unit.cases == Cases::kSystematic && unit.cell.conversion().family != spec::Family::kVconv;
  return unit.cases == Cases::kDiscriminating ? 0 : is_long ? 2 : 1;
}

std::vector<Unit> cheapest_first(const std::vector<Unit>& plan) {
  std::vector<Unit> sorted;
  for (const int cost : {0, 1, 2}) {
    std::copy_if(plan.begin(), plan.end(), std::back_inserter(sorted),
                 [cost](const Unit& unit) { return cost_of(unit) == cost; });
  }
  return sorted;
}

// Whether the unit fails. Notes the first deviation that the rule affects.
bool look_into(const Unit& unit, std::uint64_t seed, Until until, std::optional<spec::RuleId> rule,
               Hunt& hunt) {
  const UnitResult result = run_unit(unit, hunt.subject, seed, until);
  hunt.cases += cases_of(result);
  for (const Deviation& deviation : result.deviations) {
    hunt.reported.insert(deviation.rule);
    if (!hunt.caught && (!rule || deviation.cited.test(*rule))) {
      hunt.unit = unit;
      hunt.caught = deviation;
    }
  }
  return !result.deviations.empty();
}

}  // namespace

Subject probed_subject(const std::string& name, const std::vector<spec::Family>& families) {
  BackendOptions options;
  options.backend = name;
  const std::shared_ptr<adapters::Backend> backend = open_for_judging(options);
  Subject open = subject_of(backend);
  open.claims = claims_within(open.claims, families);
  return judged_by(open, resolve_choices(options, *backend, open));
}

std::vector<Unit> hunting_plan(const Level& level, const Subject& subject,
                               const std::vector<spec::Cell>& cells) {
  std::vector<Unit> plan = make_plan(level, subject);
  std::erase_if(plan, [&](const Unit& unit) {
    return !properties()[unit.property].asks_oracle ||
           std::ranges::find(cells, unit.cell) == cells.end();
  });
  return cheapest_first(mixed(plan));
}

Hunt hunt(const Subject& wrong, const std::vector<spec::Cell>& cells, const Level& level,
          std::uint64_t seed, std::optional<spec::RuleId> rule) {
  const auto started = std::chrono::steady_clock::now();
  Hunt hunt;
  hunt.subject = wrong;
  std::vector<Unit> failing;
  for (const Unit& unit : hunting_plan(level, wrong, cells)) {
    if (!hunt.caught && look_into(unit, seed, Until::kFirstFailure, rule, hunt)) {
      failing.push_back(unit);
    }
  }
  // The first failure in a unit may be due to another rule.
  for (const Unit& unit : failing) {
    if (!hunt.caught) {
      look_into(unit, seed, Until::kEnd, rule, hunt);
    }
  }
  hunt.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return hunt;
}

Hunt hunt(const adapters::mutants::Mutant& mutant, const Level& level, std::uint64_t seed) {
  const spec::RuleId rule = *spec::rule_with_slug(mutant.rule);
  const Subject wrong =
      probed_subject("mutant:" + std::string(mutant.name), families_of(spec::rule_of(rule)));
  return hunt(wrong, spec::all_cells(), level, seed, rule);
}

}  // namespace vconform::suites
