// Pairs of mistakes: what explains results in which two show at once.
#pragma once

#include <cstddef>
#include <vector>

#include "suites/diagnosis/wrong_worlds.h"

namespace vconform::suites {

struct Pair {
  const Hypothesis* first;
  const Hypothesis* second;
  // Indices into Evidence::wrong, ascending.
  std::vector<std::size_t> explains;
};

// Takes the twenty hypotheses that come nearest to these wrong cases, and gives their pairs that
// explain the most of them and break no right case; all explain the same ones. `wrong` are indices
// into evidence.wrong of cases that no hypothesis explains alone, ascending.
std::vector<Pair> pairs_that_explain(const std::vector<std::size_t>& wrong,
                                     const Evidence& evidence,
                                     const std::vector<Hypothesis>& hypotheses,
                                     WrongWorlds& worlds);

}  // namespace vconform::suites
