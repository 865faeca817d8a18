// Mechanical mutants: what a run of the plan kills, and what it must not.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "suites/mutants/mechanical/mechanical_mutants.h"
#include "suites/mutants/score.h"

namespace vconform::suites {
namespace {

// The shares that ./vconform mutants --class mechanical shows, a little lower.
constexpr double kLeastKilled = 0.73;
constexpr std::size_t kEvery = 10;

TEST(MechanicalMutants, AreHundredsInEveryPartOfGolden) {
  const std::vector<WrongBackend> all = mechanical_mutants();
  EXPECT_GE(all.size(), 300u);
  std::map<std::string, int> of_file;
  for (const WrongBackend& mutant : all) {
    ++of_file[mutant.wrong.substr(0, mutant.wrong.find(':'))];
  }
  EXPECT_GE(of_file.size(), 40u);
  const auto few = std::ranges::count_if(of_file, [](const auto& file) { return file.second < 5; });
  // Two headers with one statement each.
  EXPECT_LE(few, 2);
}

TEST(MechanicalMutants, EveryTenthIsKilledUnlessItIsKnownToSurvive) {
  const std::vector<WrongBackend> all = mechanical_mutants();
  std::vector<WrongBackend> some;
  for (std::size_t i = 0; i < all.size(); i += kEvery) {
    some.push_back(all[i]);
  }
  std::size_t killed = 0;
  std::size_t real = 0;
  const auto finished = [&](std::size_t index, const MutantScore& score) {
    killed += score.fate == Fate::kKilled ? 1 : 0;
    real += score.fate == Fate::kEquivalent ? 0 : 1;
    if (score.fate == Fate::kSurvived) {
      fmt::print("survived: {}, {}\n", some[index].wrong, score.how);
    }
    EXPECT_FALSE(score.fate == Fate::kKilled && !some[index].equivalent.empty())
        << some[index].wrong << " is said to be equivalent: " << score.how;
  };
  scores_of(some, level_named("quick"), 1, 2, finished);
  fmt::print("{} of {} killed\n", killed, real);
  EXPECT_GE(static_cast<double>(killed), kLeastKilled * static_cast<double>(real));
}

}  // namespace
}  // namespace vconform::suites
