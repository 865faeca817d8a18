// Runs the fuzz targets of several families in turn, a few seconds each, for as long as was asked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suites/fuzzing/family_figures.h"
#include "suites/fuzzing/findings.h"
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

struct FuzzResult {
  // In the order of the plan.
  std::vector<FamilyFigures> families;
  // What is wrong besides findings, a line each; and what is worth knowing.
  std::vector<std::string> problems;
  std::vector<std::string> notes;
  // Inputs that were compared again in isolation, after nothing had been found.
  std::uint64_t checked = 0;
  double seconds = 0;
  // By a signal, before its time.
  bool was_stopped = false;
  // Empty, or why the run ended early: not the backend's fault.
  std::string broken;
  // Targets died of signal 9 that came from outside, and of nothing else.
  bool was_killed_from_outside = false;
};

// Each family is given equal shares of the time, and at least a second. A target that ends without
// saying that it has done all has died: the input that it was at is run again, with the backend
// isolated, so that the death becomes a finding; after several deaths in a row its backend stays
// isolated. Where nothing was found, inputs of each family are run once more in isolation. SIGINT
// and SIGTERM end the run early.
FuzzResult run_fuzzers(const FuzzPlan& plan, Findings& findings);

}  // namespace vconform::suites
