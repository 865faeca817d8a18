// Golden with a fault in one argument at one power of two: a cap, a bit that is lost, a refusal,
// one value taken for its neighbour. Nearly all of those that a seed draws are found at quick, and
// the rest at standard. So are calls that are misread.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "suites/judging/unit.h"
#include "suites/mutants/argument_mutants.h"
#include "suites/plan/mutant_hunt.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

std::vector<WrongBackend> drawn_faults(std::size_t count) {
  std::vector<WrongBackend> all;
  for (const spec::Cell& cell : spec::first_cells()) {
    for (ArgumentMutant& mutant : argument_mutants(cell)) {
      all.push_back(std::move(mutant.backend));
    }
  }
  std::mt19937_64 random(21);
  std::vector<WrongBackend> drawn;
  for (std::size_t i = 0; i < count; ++i) {
    drawn.push_back(all[random() % all.size()]);
  }
  return drawn;
}

// The first deviation that shows the fault.
std::optional<Deviation> shown(const WrongBackend& fault, const Subject& right,
                               const std::vector<Unit>& plan) {
  Subject wrong = right;
  wrong.execute_in_place = nullptr;
  wrong.execute = fault.around(right.execute);
  for (const Unit& unit : plan) {
    if (unit.cell.row == fault.cells.front().row && unit.property == 0) {
      const UnitResult result = run_unit(unit, wrong, 1, Until::kFirstFailure);
      if (!result.deviations.empty()) {
        return result.deviations.front();
      }
    }
  }
  return std::nullopt;
}

// A refusal names no rule.
bool names_a_value(const Deviation& deviation) {
  const std::optional<spec::RuleId> rule = spec::rule_with_slug(deviation.rule);
  return rule && spec::rule_of(*rule).about == spec::About::kNumbers;
}

// The unit that tries arguments at every magnitude first.
std::vector<Unit> plan_of(std::string_view level, const Subject& subject) {
  std::vector<Unit> plan = make_plan(level_named(level), subject);
  std::vector<Unit> sorted;
  for (const bool of_magnitudes : {true, false}) {
    std::ranges::copy_if(plan, std::back_inserter(sorted), [&](const Unit& unit) {
      return (unit.cases == Cases::kMagnitudes) == of_magnitudes;
    });
  }
  return sorted;
}

TEST(ArgumentFaults, OfEveryRowAreFound) {
  const Subject right = probed_subject("golden", families_named({}));
  const std::vector<Unit> quick = plan_of("quick", right);
  const std::vector<Unit> standard = plan_of("standard", right);
  const std::vector<WrongBackend> faults = drawn_faults(500);
  std::size_t found = 0;
  std::vector<std::string> named_as_values;
  for (const WrongBackend& fault : faults) {
    const std::optional<Deviation> at_quick = shown(fault, right, quick);
    found += at_quick ? 1 : 0;
    const std::optional<Deviation> deviation = at_quick ? at_quick : shown(fault, right, standard);
    EXPECT_TRUE(deviation.has_value()) << fault.wrong;
    if (deviation && names_a_value(*deviation)) {
      named_as_values.push_back(fault.wrong + ": " + deviation->rule + " " + deviation->in_short);
    }
  }
  EXPECT_GE(found, faults.size() * 99 / 100);
  EXPECT_LE(named_as_values.size(), faults.size() * 5 / 100)
      << fmt::format("{}", fmt::join(named_as_values, "\n"));
  RecordProperty("found_at_quick", static_cast<int>(found));
}

TEST(CallFaults, OfEveryRowAreFound) {
  const Subject right = probed_subject("golden", families_named({}));
  const std::vector<Unit> quick = plan_of("quick", right);
  const std::vector<Unit> standard = plan_of("standard", right);
  std::size_t tried = 0;
  std::vector<std::string> not_at_quick;
  for (const spec::Cell& cell : spec::first_cells()) {
    for (const WrongBackend& fault : call_mutants(cell)) {
      ++tried;
      if (!shown(fault, right, quick)) {
        not_at_quick.push_back(fault.wrong);
        EXPECT_TRUE(shown(fault, right, standard)) << fault.wrong;
      }
    }
  }
  EXPECT_LE(not_at_quick.size(), tried / 100) << fmt::format("{}", fmt::join(not_at_quick, "\n"));
}

}  // namespace
}  // namespace vconform::suites
