#include "suites/plan/budget_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace vconform::suites {
namespace {

Subject whole_deq() {
  Subject subject;
  subject.claims = [](const spec::Cell& cell) {
    return cell.conversion().family == spec::Family::kDeq ? std::optional(spec::kAllFeatures)
                                                          : std::nullopt;
  };
  return subject;
}

using Key = std::tuple<std::string, Cases, std::uint64_t, std::uint64_t>;

std::multiset<Key> keys_of(const std::vector<Unit>& units) {
  std::multiset<Key> keys;
  for (const Unit& unit : units) {
    keys.emplace(claim_name(unit), unit.cases, unit.count, unit.ctrl);
  }
  return keys;
}

TEST(BudgetPlan, HasTheUnitsOfQuickAndThenTheOthersOfTheLevel) {
  const Subject subject = whole_deq();
  const BudgetPlan plan = budget_plan(level_named("standard"), subject);
  const std::vector<Unit> quick(plan.units.begin(),
                                plan.units.begin() + static_cast<std::ptrdiff_t>(plan.quick));
  EXPECT_EQ(keys_of(quick), keys_of(make_plan(level_named("quick"), subject)));
  const std::multiset<Key> all = keys_of(plan.units);
  EXPECT_EQ(std::set<Key>(all.begin(), all.end()).size(), all.size());
  for (const Key& key : keys_of(make_plan(level_named("standard"), subject))) {
    EXPECT_TRUE(all.contains(key)) << std::get<0>(key);
  }
  EXPECT_EQ(budget_plan(level_named("quick"), subject).units.size(), plan.quick);
}

// The first unit of an instruction decides whether its others are run.
TEST(BudgetPlan, BeginsWithDrawnCasesOfEachInstruction) {
  const BudgetPlan plan = budget_plan(level_named("quick"), whole_deq());
  std::set<std::string> cells;
  for (const Unit& unit : plan.units) {
    cells.insert(spec::instruction_name(unit.cell));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(plan.units[i].property, 0u);
    EXPECT_EQ(plan.units[i].cases, Cases::kGenerated);
  }
}

TEST(BudgetPlan, ARowIsJudgedOnceAllThatQuickHasOfItWasRun) {
  const BudgetPlan plan = budget_plan(level_named("standard"), whole_deq());
  EXPECT_EQ(not_judged(plan, plan.units.size()).size(), 0u);
  EXPECT_EQ(not_judged(plan, plan.quick).size(), 0u);
  const std::vector<spec::Cell> one = not_judged(plan, plan.quick - 1);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one.front(), plan.units[plan.quick - 1].cell);
  EXPECT_EQ(not_judged(plan, 1).size(), not_judged(plan, 0).size());
}

}  // namespace
}  // namespace vconform::suites
