// A target that runs: what it is for, what it has done, and whether it hangs.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suites/fuzzing/deaths.h"
#include "suites/fuzzing/family_figures.h"
#include "suites/fuzzing/family_turns.h"
#include "suites/fuzzing/flight_record.h"
#include "suites/fuzzing/targets/target_calls.h"
#include "suites/fuzzing/targets/target_process.h"

namespace vconform::suites {

// An input on which a target died.
struct Artifact {
  std::filesystem::path file;
  Death death;
};

struct Job {
  enum class Kind : std::uint8_t {
    kSlice,     // fuzzes
    kArtifact,  // runs an artifact again
    kCheck,     // runs the corpus again in isolation
  };
  Kind kind = Kind::kSlice;
  std::size_t family = 0;
  TargetFolders folders;
  // Of a slice.
  Turn turn;
  bool is_isolated = false;
  std::optional<Artifact> artifact;
  ProcessFigures figures;
  std::unique_ptr<FlightFile> flight;
  std::unique_ptr<TargetProcess> process;
  // Seconds in the backend when it was made to end.
  double in_backend_at_end = 0;
  // Empty, or how long the backend did not answer, as half a sentence.
  std::string hang;

  // The call of the backend that is watched, and what had been used when it was first seen.
  std::uint64_t watched_call = 0;
  double cpu_before = 0;
  std::chrono::steady_clock::time_point watched_since;
};

// One that is not started, with its files in `folder`, which is made; its findings too, unless they
// have a folder of their own.
Job new_job(Job::Kind kind, std::size_t family, const std::filesystem::path& folder,
            const std::filesystem::path& findings);

// Until one of them says something or ends, or the time is over, or a signal comes.
void wait_for_any(const std::vector<Job>& jobs, std::chrono::milliseconds most);

// Ends a target whose backend, in its own process, takes longer than that for one call. A worker's
// judge sees to that itself.
void watch(Job& job, double cpu_limit, double wall_limit);

// How it ended, if not as it should: nothing for one that said that it had done all that was
// planned, and did something.
std::optional<Death> death_of(const Job& job);

// The inputs it died on: as the engine left them, or as the record has it, put beside them.
std::vector<std::filesystem::path> inputs_left_by(const Job& job);

}  // namespace vconform::suites
