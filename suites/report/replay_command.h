// The command that reproduces a deviation.
#pragma once

#include <cstdint>
#include <string>

#include "suites/report/certificate.h"

namespace vconform::suites {

// Where the command is to be called: in the folder in which the run was called, by the same name;
// or anywhere, with absolute paths.
enum class CalledFrom : std::uint8_t { kHere, kAnywhere };

// The backend and the readings of the run as options, " --backend B --profile P …", of a command
// that runs one of its cases again or explains it. Without a backend if results came as files.
std::string options_of_run(const RunInfo& info, const std::string& folder, CalledFrom from);

// The command that replays its case file in `folder` under the options of the run; empty if there
// is no file, or nothing that could run it: results came as files.
std::string replay_command(const RunInfo& info, const std::string& folder,
                           const DeviationReport& report, CalledFrom from);

}  // namespace vconform::suites
