// How the targets are called: what the engine is told on the command line, and the target in
// environment variables (fuzz/README.md).
#pragma once

#include <filesystem>

#include "suites/fuzzing/fuzz_run.h"
#include "suites/fuzzing/target_process.h"

namespace vconform::suites {

// Where a process leaves what it finds.
struct TargetFolders {
  // Findings, KEY.case each.
  std::filesystem::path findings;
  // An input on which it died: crash-*, timeout-* or oom-*.
  std::filesystem::path artifacts;
};

// Seconds on one input after which the engine ends a target: time enough for what no process of the
// backend's own would be given.
int input_seconds(double time_limit);

// Fuzzes for `seconds`.
TargetCall slice_call(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                      bool is_isolated, int seconds, std::uint64_t seed);

// Runs one input again, with the backend isolated.
TargetCall artifact_call(const FuzzPlan& plan, const FuzzTarget& target,
                         const TargetFolders& folders, const std::filesystem::path& artifact);

}  // namespace vconform::suites
