// How the targets are called: what the engine is told on the command line, and the target in
// environment variables (fuzz/README.md).
#pragma once

#include <filesystem>

#include "suites/fuzzing/fuzz_run.h"
#include "suites/fuzzing/targets/target_process.h"

namespace vconform::suites {

// Where a process leaves what it finds.
struct TargetFolders {
  // Findings, KEY.case each.
  std::filesystem::path findings;
  // An input on which it died: crash-*, timeout-* or oom-*.
  std::filesystem::path artifacts;
  // The file of its FlightRecord.
  std::filesystem::path flight;
};

// Fuzzes for `seconds`.
TargetCall slice_call(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                      bool is_isolated, int seconds, std::uint64_t seed);

// Runs one input again with the backend isolated, for at most `seconds`.
TargetCall artifact_call(const FuzzPlan& plan, const FuzzTarget& target,
                         const TargetFolders& folders, const std::filesystem::path& artifact,
                         double seconds);

// Runs inputs of the corpus again with the backend isolated, as many as take `seconds`.
TargetCall check_call(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                      double seconds);

}  // namespace vconform::suites
