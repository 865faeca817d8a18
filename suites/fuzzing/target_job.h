// A running target: its task, its figures, and whether it hangs.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suites/findings/flight_record.h"
#include "suites/fuzzing/deaths.h"
#include "suites/fuzzing/family_figures.h"
#include "suites/fuzzing/family_turns.h"
#include "suites/fuzzing/target_calls.h"
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
  // The turn of a slice; unused for other kinds.
  Turn turn;
  bool is_isolated = false;
  std::optional<Artifact> artifact;
  ProcessFigures figures;
  std::unique_ptr<FlightFile> flight;
  std::unique_ptr<TargetProcess> process;
  // Seconds since the backend was called, when the target was made to end.
  double in_backend_at_end = 0;
  // Half a sentence about how long the backend did not answer; empty: it does not hang.
  std::string hang;

  // The backend call that is watched, and the time used when it was first seen.
  std::uint64_t watched_call = 0;
  double cpu_before = 0;
  std::chrono::steady_clock::time_point watched_since;
};

// A job that is not started. Makes `folder` for its files, and for its findings unless `findings`
// is given.
Job new_job(Job::Kind kind, std::size_t family, const std::filesystem::path& folder,
            const std::filesystem::path& findings);

// Waits until one of them prints something or ends, the time is over, or a signal comes.
void wait_for_any(const std::vector<Job>& jobs, std::chrono::milliseconds most);

// Ends a target whose backend, in the target's process, takes longer than a limit (in seconds) for
// one call. For an isolated backend the worker's judge does so.
void watch(Job& job, double cpu_limit, double wall_limit);

// The way in which it ended abnormally; nullopt if it said that it had done all that was planned
// and ran some input.
std::optional<Death> death_of(const Job& job);

// The inputs on which it died: files left by the engine, or else the input in the record, written
// beside them.
std::vector<std::filesystem::path> inputs_left_by(const Job& job);

}  // namespace vconform::suites
