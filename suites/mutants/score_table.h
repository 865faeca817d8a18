// Scores as a table and as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suites/mutants/score.h"

namespace vconform::suites {

struct Scored {
  std::string_view of;  // the class
  WrongBackend backend;
  MutantScore score;
};

// A line for each class and one for all; then every survivor and every backend that is named wrong.
std::string score_table(const std::vector<Scored>& scored);

// The options of the run.
struct ScoreRun {
  std::string_view level;
  std::uint64_t seed;
};
// A further seed.
struct SeedScore {
  std::uint64_t seed = 0;
  // Indices into the scores of the first seed.
  std::vector<std::size_t> tried = {};
  std::vector<std::size_t> survived = {};
};
// suites/mutants/README.md explains its fields.
std::string score_json(const std::vector<Scored>& scored, const std::vector<SeedScore>& further,
                       const ScoreRun& run);

}  // namespace vconform::suites
