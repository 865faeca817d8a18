// Runs the fuzz targets of several families in turn, a few seconds each, for as long as was asked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suites/fuzzing/family_figures.h"
#include "suites/fuzzing/findings.h"
#include "suites/fuzzing/fuzz_target.h"

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
  double seconds = 60;
  // Of the processor that a case may take.
  double time_limit = 2;
  std::uint64_t seed = 1;
  std::size_t jobs = 1;
};

struct FuzzResult {
  // In the order of the plan.
  std::vector<FamilyFigures> families;
  // What is wrong besides findings, a line each.
  std::vector<std::string> problems;
  double seconds = 0;
  // By a signal, before its time.
  bool was_stopped = false;
};

// Each family is given equal shares of the time, and at least a second. A target that dies is run
// again on the input that it left, with the backend isolated, so that the death becomes a finding;
// after several deaths in a row its backend stays isolated. SIGINT and SIGTERM end the run early.
FuzzResult run_fuzzers(const FuzzPlan& plan, Findings& findings);

}  // namespace vconform::suites
