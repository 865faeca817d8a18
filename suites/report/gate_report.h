// What a gate found: one check for each thing that must not get worse.
#pragma once

#include <string>
#include <vector>

#include "suites/report/waiver.h"

namespace vconform::suites {

struct GateCheck {
  // As a test of junit.xml: "Gate.Baseline", "choices".
  std::string suite;
  std::string name;
  // What must hold, in one line.
  std::string claim;
  // One line each. It fails when there is one.
  std::vector<std::string> worse;
  // What got better, and other things to know.
  std::vector<std::string> notes;
  // Why it was not checked; empty where it was.
  std::string skipped;
};

struct GateReport {
  std::vector<GateCheck> checks;

  bool passes() const;
};

// A check of each waiver: it must waive what it names and nothing near it. `gone_since` tells which
// of its texts were there in an earlier run, and so may go.
GateCheck waiver_check(const WaiverReport& report, const std::vector<std::string>& gone_since);

// What is worse and what is better, and in a last line whether it passes; nothing without checks.
std::string gate_text(const GateReport& report);

}  // namespace vconform::suites
