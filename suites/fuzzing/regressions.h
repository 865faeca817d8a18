// Findings that were kept: they run before anything is fuzzed, and are never reported as new.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "suites/fuzzing/confirmation.h"
#include "suites/fuzzing/findings.h"

namespace vconform::suites {

struct KnownCases {
  std::size_t all = 0;
  // Includes cases that could not be run to their end, except for lack of time.
  std::size_t failing = 0;
  // Cases for which there was no time.
  std::size_t not_run = 0;
};

// Runs the cases of a folder, each alone in its own worker, and prints which still fail; `findings`
// knows these from then on, and those for which there was no time. Throws spec::InputError for a
// missing folder or a file in it that is not a case.
KnownCases run_known_cases(const std::string& folder, const OpenSubject& open, Findings& findings,
                           std::chrono::steady_clock::time_point deadline);

// Copies cases into a folder, which is made if necessary, and prints what became of each. A case
// that fuzz found keeps the key in its name; any other is named by a digest of its text. Throws
// spec::InputError before anything is copied if one of them is not a case.
void keep_cases(const std::vector<std::string>& files, const std::string& folder);

}  // namespace vconform::suites
