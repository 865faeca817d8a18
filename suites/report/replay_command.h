// The command that reproduces a deviation.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// The command that replays its case file in `folder` under the options of the run; empty if there
// is no file.
std::string replay_command(const RunInfo& info, const std::string& folder,
                           const DeviationReport& report);

}  // namespace vconform::suites
