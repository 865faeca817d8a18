#include "suites/plan/budget_plan.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace vconform::suites {

namespace {

// The first mode of each row that the plan has.
std::set<std::size_t> firsts_of_rows(const std::vector<Unit>& plan) {
  std::set<std::size_t> rows;
  std::set<std::size_t> firsts;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (rows.insert(plan[i].cell.row).second) {
      firsts.insert(i);
    }
  }
  return firsts;
}

int rank_of(const Unit& unit, bool is_first_of_row) {
  switch (unit.cases) {
    case Cases::kGenerated:
      if (unit.property == 0) {
        return is_first_of_row ? 0 : 1;
      }
      return properties()[unit.property].has_programs ? 4 : 5;
    case Cases::kDiscriminating:
      return 2;
    case Cases::kSystematic:
      return 3;
    case Cases::kMagnitudes:
      return 6;
    case Cases::kIllegal:
      return 7;
  }
  return 0;
}

std::vector<Unit> by_rank(const std::vector<Unit>& plan) {
  const std::set<std::size_t> firsts = firsts_of_rows(plan);
  // Rank and place in the plan.
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    order.emplace_back(rank_of(plan[i], firsts.contains(i)), i);
  }
  std::ranges::sort(order);
  std::vector<Unit> units;
  for (const auto& [rank, i] : order) {
    units.push_back(plan[i]);
  }
  return units;
}

auto key_of(const Unit& unit) {
  return std::tuple(unit.property, unit.cell.row, unit.cell.rounding, unit.cases, unit.count,
                    unit.ctrl);
}

}  // namespace

BudgetPlan budget_plan(const Level& level, const Subject& subject) {
  BudgetPlan plan;
  plan.units = by_rank(make_plan(level_named("quick"), subject));
  plan.quick = plan.units.size();
  std::set<decltype(key_of(Unit()))> known;
  for (const Unit& unit : plan.units) {
    known.insert(key_of(unit));
  }
  for (const Unit& unit : by_rank(make_plan(level, subject))) {
    if (!known.contains(key_of(unit))) {
      plan.units.push_back(unit);
    }
  }
  return plan;
}

std::vector<spec::Cell> not_judged(const BudgetPlan& plan, std::size_t units) {
  std::vector<spec::Cell> cells;
  for (std::size_t i = units; i < plan.quick; ++i) {
    if (std::ranges::find(cells, plan.units[i].cell) == cells.end()) {
      cells.push_back(plan.units[i].cell);
    }
  }
  return cells;
}

}  // namespace vconform::suites
