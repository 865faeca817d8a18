// The report of a gate: one check for each thing that must not get worse.
#pragma once

#include <string>
#include <vector>

#include "suites/report/waiver.h"

namespace vconform::suites {

struct GateCheck {
  // The suite and name of a test in junit.xml, such as "Gate.Baseline" and "choices".
  std::string suite;
  std::string name;
  // The condition, in one line.
  std::string claim;
  // One line for each thing that got worse; the check fails if there is any.
  std::vector<std::string> worse;
  // Improvements, and other things to know.
  std::vector<std::string> notes;
  // The reason why it was not checked; empty: it was.
  std::string skipped;
};

struct GateReport {
  std::vector<GateCheck> checks;

  bool passes() const;
};

// The check of one waiver: it must waive what it names and nothing close to it. `gone_since` are
// those of its texts that matched in an earlier run and so may be gone.
GateCheck waiver_check(const WaiverReport& report, const std::vector<std::string>& gone_since);

// Everything that is worse or better, and a last line that says whether the gate passes; empty
// without checks.
std::string gate_text(const GateReport& report);

}  // namespace vconform::suites
