// A command under an attack by the library that it loads, and the checks of its run.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>

#include "suites/attacks/attacked_run.h"
#include "suites/attacks/library_attacks.h"

namespace vconform::suites::attacks {

struct Target {
  LibraryAttack attack;
  Victim victim = Victim::kCertify;
};

// Every attack with each of its commands.
std::vector<Target> all_targets();
// Each attack that is not slow with one of its commands; each command meets some attacks.
std::vector<Target> quick_targets();
// The others, in two parts; the second has attacks that end the process of each case, with commands
// of many cases.
std::vector<Target> further_targets();
std::vector<Target> longest_targets();
std::string name_of(const Target& target);
// GoogleTest would print bytes otherwise.
// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Target& target, std::ostream* stream);

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
