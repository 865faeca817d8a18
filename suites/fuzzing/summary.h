// What the command fuzz says at its end, and the exit code that says the same.
#pragma once

#include <string>

#include "suites/fuzzing/findings.h"
#include "suites/fuzzing/fuzz_run.h"
#include "suites/fuzzing/regressions.h"

namespace vconform::suites {

// Prints it. 0 where nothing was found, and it was looked for; 4 where nothing could be run and
// whoever ended the targets is not the backend; else 1.
int summarise(const FuzzResult& result, const Findings& findings, const KnownCases& known,
              const std::string& out);

}  // namespace vconform::suites
