// The end of the command fuzz: the summary that it prints, and the exit code that says the same.
#pragma once

#include <string>

#include "suites/fuzzing/findings.h"
#include "suites/fuzzing/fuzz_run.h"
#include "suites/fuzzing/regressions.h"

namespace vconform::suites {

// Prints the summary. Returns 0 if inputs were run and nothing was found, 4 if none could be run
// and something other than the backend ended the targets, else 1.
int summarise(const FuzzResult& result, const Findings& findings, const KnownCases& known,
              const std::string& out);

}  // namespace vconform::suites
