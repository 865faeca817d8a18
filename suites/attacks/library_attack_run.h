// A command under an attack by the library that it loads, and the checks of its run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suites/attacks/attacked_run.h"
#include "suites/attacks/library_targets.h"

namespace vconform::suites::attacks {

// Runs it in a new folder; results go to `out`.
Ended run_attacked(const Target& target, const std::filesystem::path& out);

// The lines of its output with the verdict and with what it is about, without times.
std::vector<std::string> verdict_lines(const std::string& text);

// One line for each way in which the run differs from what the attack's fate demands.
std::vector<std::string> problems(const Target& target, const Ended& run,
                                  const std::filesystem::path& out);

// Problems that no run may have: a process left behind, a hang, control characters on the terminal,
// "conforms" beside a failing exit code, a certificate that claims more than the exit code. With
// `may_conform` a conforming certificate may stand beside exit code 4: the run conformed, but its
// last line could not be printed.
std::vector<std::string> problems_of_any(const Ended& run, const std::filesystem::path& out,
                                         bool may_conform = false);

}  // namespace vconform::suites::attacks
