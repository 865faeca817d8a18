// A deviation as it is printed.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// The block of lines that a failure prints; `replay` is the command that shows it again, or empty.
std::string failure_text(const Deviation& deviation, const std::string& replay);

// The command that replays its case file in `folder` as the run did; empty where there is none.
std::string replay_command(const RunInfo& info, const std::string& folder,
                           const DeviationReport& report);

}  // namespace vconform::suites
