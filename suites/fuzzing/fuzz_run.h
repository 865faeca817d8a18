// Runs the fuzz targets of several families in turn, a few seconds each, for the time of the plan.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suites/fuzzing/family_figures.h"
#include "suites/fuzzing/findings.h"
#include "suites/fuzzing/fuzz_plan.h"

namespace vconform::suites {

struct FuzzResult {
  // One entry per target, in the order of the plan.
  std::vector<FamilyFigures> families;
  // One line for each problem that is no finding, and for each thing worth knowing.
  std::vector<std::string> problems;
  std::vector<std::string> notes;
  // Inputs that were compared again in isolation, after nothing had been found.
  std::uint64_t checked = 0;
  double seconds = 0;
  // A signal ended the run before its time.
  bool was_stopped = false;
  // The reason for an early end that is not the backend's fault; empty: there was none.
  std::string broken;
  // Targets died of signal 9 from outside, and of nothing else.
  bool was_killed_from_outside = false;
};

// Gives each family an equal share of the time, and at least a second. A target that ends without
// saying that it is done has died: the input that it was running is run again with the backend
// isolated, so that the death becomes a finding; after several deaths in a row its backend stays
// isolated. If nothing was found, inputs of each family are run once more in isolation. SIGINT and
// SIGTERM end the run early.
// and SIGTERM end the run early.
FuzzResult run_fuzzers(const FuzzPlan& plan, Findings& findings);

}  // namespace vconform::suites
