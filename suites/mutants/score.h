// Scores of wrong backends: how a run of the plan fares against each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/judging/level.h"
#include "suites/mutants/ordinary_practice.h"

namespace vconform::suites {

enum class Fate : std::uint8_t { kKilled, kSurvived, kEquivalent };
std::string_view name_of(Fate fate);

// The first explanation of a killed backend: a hypothesis that says what is wrong, another one, or
// none.
enum class Named : std::uint8_t { kRight, kWrong, kNotExplained };
std::string_view name_of(Named named);

struct MutantScore {
  Fate fate = Fate::kSurvived;
  // Until it was killed, or of its whole plan. Probing, which comes before, is counted apart.
  std::uint64_t cases = 0;
  double seconds = 0;
  double seconds_probing = 0;
  // The claim and the rule that killed it, or why it is equivalent.
  std::string how;
  Named named = Named::kNotExplained;
  OrdinaryVerdict ordinary;
};

// One score for each backend, in `jobs` processes; each is probed, and judged by what was found, as
// certify does. `finished` is called after each, with its index. Throws what run_tasks throws.
std::vector<MutantScore> scores_of(
    const std::vector<WrongBackend>& backends, const Level& level, std::uint64_t seed,
    std::size_t jobs, const std::function<void(std::size_t, const MutantScore&)>& finished);

}  // namespace vconform::suites
