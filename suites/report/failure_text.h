// A deviation as it is printed.
#pragma once

#include <string>

#include "suites/runner/unit.h"

namespace vconform::suites {

// The block of lines that a failure prints; `replay` is the command that shows it again, or empty.
std::string failure_text(const Deviation& deviation, const std::string& replay);

// The command that replays a case file against a backend under the same choices.
std::string replay_command(const std::string& file, const std::string& backend,
                           const std::string& profile, const std::vector<std::string>& choices);

}  // namespace vconform::suites
