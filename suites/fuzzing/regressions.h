// Findings that were kept: run before anything is fuzzed, and never reported as new.
#pragma once

#include <string>
#include <vector>

#include "suites/fuzzing/findings.h"

namespace vconform::suites {

struct KnownCases {
  std::size_t all = 0;
  std::size_t failing = 0;
};

// Runs the cases of a folder and prints which still fail; `findings` knows them from then on.
// Throws spec::InputError for a folder that is not there, or a file in it that is no case.
KnownCases run_known_cases(const std::string& folder, const Subject& subject, Findings& findings);

// Copies cases into a folder, which is made where there is none, and prints what became of each. A
// case that fuzz found keeps the key in its name, any other gets a digest of its text. Throws
// spec::InputError before anything is copied when one of them is no case.
void keep_cases(const std::vector<std::string>& files, const std::string& folder);

}  // namespace vconform::suites
