// The commands that meet each attack of a library, and the lists of them for the tests.
#pragma once

#include <ostream>
#include <string>
#include <vector>

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

// Whether it meets rows without features (VCONFORM_HOSTILE_PLAIN): the library deviates in each
// case. Exported prototypes have their features, and the plan of a lowering needs some.
bool has_plain_rows(const Target& target);

}  // namespace vconform::suites::attacks
