// Wrong backends under further seeds: whether the first one was lucky with those that it killed, or
// unlucky with those that survived.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "suites/mutants/score_table.h"

namespace vconform::suites {

// A twentieth of those that the first seed killed, another one for each seed, and all that survived
// it, in order.
std::vector<std::size_t> tried_under(std::uint64_t seed, const std::vector<Scored>& scored);

// Hunts them under each of the `count` seeds after the first, with `jobs` processes; `finished` is
// called after each backend. Throws what scores_of throws.
std::vector<SeedScore> further_seeds(const std::vector<Scored>& scored, const Level& level,
                                     std::uint64_t first, std::uint64_t count, std::size_t jobs,
                                     const std::function<void()>& finished);

// A line for each seed, then one for each backend that survived under one of them or under the
// first, with the seeds that killed it.
std::string further_text(const std::vector<Scored>& scored, const std::vector<SeedScore>& further);

}  // namespace vconform::suites
