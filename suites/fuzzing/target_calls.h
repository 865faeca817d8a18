// Calls of the targets: the engine's command line, and the target's environment variables
// (fuzz/families/README.md).
#pragma once

#include <filesystem>

#include "suites/fuzzing/fuzz_plan.h"
#include "suites/fuzzing/targets/target_process.h"

namespace vconform::suites {

// The places for the output of one process.
struct TargetFolders {
  // Findings, KEY.case each.
  std::filesystem::path findings;
  // The input on which it died: crash-*, timeout-* or oom-*.
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

// Runs as many inputs of the corpus as fit into `seconds` again, with the backend isolated.
TargetCall check_call(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                      double seconds);

}  // namespace vconform::suites
