// A command under an attack of a library, and what must hold of it.
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
// Every attack that is not slow with one of its commands, each command with some attacks.
std::vector<Target> quick_targets();
std::string name_of(const Target& target);
// For GoogleTest, which prints bytes otherwise.
// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Target& target, std::ostream* stream);

// Runs it in a new folder; `out` is the one of its results.
Ended run_attacked(const Target& target, const std::filesystem::path& out);

// Every way in which the run is not as it must be, a line each.
std::vector<std::string> problems(const Target& target, const Ended& run,
                                  const std::filesystem::path& out);

// For any run: nothing left behind, no hang, nothing raw on a terminal, no green beside a code that
// is none, no certificate that says more than the code. One that conforms may stand beside the code
// 4 of a run that conforms, whose last line could not be printed.
std::vector<std::string> problems_of_any(const Ended& run, const std::filesystem::path& out,
                                         bool may_conform = false);

}  // namespace vconform::suites::attacks
