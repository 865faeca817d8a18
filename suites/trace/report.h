// The printed form of a trace, as text and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suites/trace/analysis.h"

namespace vconform::suites {

struct TracedRun {
  std::vector<std::string> words;
  // As from waitpid.
  int status = 0;
};

// "ended with exit code 0", "was ended by signal 11 (Segmentation fault)".
std::string end_text(int status);
// Whether that is a finding.
bool ended_well(int status);

// Both take findings as they stand, that about the program's end included.
std::string trace_text(const TracedRun& run, Analysis& analysis);
// One object; suites/trace/README.md lists its fields.
std::string trace_json(const TracedRun& run, Analysis& analysis);

}  // namespace vconform::suites
