// The plan of a fuzz run: the targets, their inputs and judgement, and the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "suites/fuzzing/fuzz_times.h"
#include "suites/fuzzing/targets/fuzz_target.h"

namespace vconform::suites {

struct FuzzPlan {
  // One per family.
  std::vector<FuzzTarget> targets;
  // The parent of the corpora: a target reads and extends the subfolder with its name.
  std::filesystem::path corpus;
  // A folder for temporary files.
  std::filesystem::path scratch;
  // Whether the seeds of the targets are read too.
  bool seeds = true;
  std::string backend;
  // As --on; empty if it was not given.
  std::string on;
  // The profile and the "rule=reading" choices by which targets judge, as in the command that
  // replays a case.
  std::string profile;
  std::vector<std::string> choices;
  FuzzTimes times;
  // CPU seconds and wall-clock seconds that a case may take.
  double time_limit = 2;
  double wall_limit = 20;
  std::uint64_t seed = 1;
  std::size_t jobs = 1;
};

}  // namespace vconform::suites
