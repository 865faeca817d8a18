// A deviation as it is printed.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// The block of lines that a failure prints; `replay` is the command that shows it again, or empty.
std::string failure_text(const Deviation& deviation, const std::string& replay);

// The command that replays a case file of a run against its backend under the same choices; `file`
// is relative to the run's folder.
std::string replay_command(const std::string& folder, const std::string& file, const RunInfo& info);

}  // namespace vconform::suites
