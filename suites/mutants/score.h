// Scores of wrong backends: how a run of the plan fares against each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "suites/judging/level.h"
#include "suites/mutants/mutant_score.h"
#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// One score for each backend, in `jobs` processes; each is probed, and judged by what was found, as
// certify does. `finished` is called after each, with its index. Throws what run_tasks throws.
std::vector<MutantScore> scores_of(
    const std::vector<WrongBackend>& backends, const Level& level, std::uint64_t seed,
    std::size_t jobs, const std::function<void(std::size_t, const MutantScore&)>& finished);

}  // namespace vconform::suites
