// The first line of the diagnosis, for every mutant that the plan catches.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "suites/diagnosis/diagnose.h"
#include "suites/judging/level.h"
#include "suites/plan/mutant_hunt.h"

namespace vconform::suites {
namespace {

enum class Named { kRight, kWrong, kNotExplained };

Named named(const adapters::mutants::Mutant& mutant, const Diagnosis& diagnosis) {
  if (diagnosis.explanations.empty()) {
    return Named::kNotExplained;
  }
  const std::vector<Explanation::Mistake>& alike = diagnosis.explanations.front().alike;
  const std::string name = "mutant:" + std::string(mutant.name);
  return std::ranges::find(alike, name, &Explanation::Mistake::name) != alike.end() ? Named::kRight
                                                                                    : Named::kWrong;
}

TEST(DiagnosisOfMutants, NamesTheMistakeOrNothing) {
  std::size_t right = 0;
  std::size_t all = 0;
  for (const adapters::mutants::Mutant& mutant : adapters::mutants::mutants()) {
    const Hunt found = hunt(mutant, level_named("quick"), 1);
    ASSERT_TRUE(found.caught) << mutant.name;
    const Diagnosis diagnosis =
        diagnose(found.subject, found.unit->cell, {found.caught->smallest}, 1);
    ++all;
    switch (named(mutant, diagnosis)) {
      case Named::kRight:
        ++right;
        break;
      case Named::kWrong:
        ADD_FAILURE() << mutant.name << " is called "
                      << diagnosis.explanations.front().alike.front().sentence;
        break;
      case Named::kNotExplained:
        fmt::print("not explained: {} in {}, {} {}\n", mutant.name,
                   spec::instruction_name(found.unit->cell), found.caught->verdict,
                   found.caught->rule);
    }
  }
  fmt::print("{} of {} mutants are named right\n", right, all);
  EXPECT_GE(right * 100, all * 95);
}

}  // namespace
}  // namespace vconform::suites
