// The command that shows a deviation again.
#pragma once

#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// The command that replays its case file in `folder` as the run did; empty where there is none.
std::string replay_command(const RunInfo& info, const std::string& folder,
                           const DeviationReport& report);

}  // namespace vconform::suites
