// Which targets are fuzzed, with what, and for how long.
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
  // One for each family.
  std::vector<FuzzTarget> targets;
  // TARGET in it is what the target reads first and adds to.
  std::filesystem::path corpus;
  // A folder for what nobody needs afterwards.
  std::filesystem::path scratch;
  // Whether the seeds of the targets are read too.
  bool seeds = true;
  std::string backend;
  // By which the targets judge, as the command that replays a case: a profile, and "rule=reading"
  // besides.
  std::string profile;
  std::vector<std::string> choices;
  FuzzTimes times;
  // Seconds of the processor that a case may take, and seconds in all.
  double time_limit = 2;
  double wall_limit = 20;
  std::uint64_t seed = 1;
  std::size_t jobs = 1;
};

}  // namespace vconform::suites
