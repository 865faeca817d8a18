// The verdict of an earlier run in the folder of a run that has not begun to judge.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace vconform::suites {

// All files with a verdict, and what is added to their names while they are set aside.
inline constexpr std::string_view kVerdictFiles[] = {"certificate.json", "sweep.json", "junit.xml",
                                                     "report.html"};
inline constexpr std::string_view kSetAside = ".earlier";

// Runs a command with the verdict aside, and returns what it returns. Bad input, or a backend that
// cannot be opened, puts the verdict back unless OutputFolder moved it away: nothing was judged. A
// run that is killed, or ends by a fault of vconform, its disk or its machine, leaves none that
// looks like its own. What is not a plain file or cannot be renamed stays: OutputFolder says so.
// The folder need not exist, and need not be held by this run.
int with_earlier_verdict_aside(const std::filesystem::path& folder,
                               const std::function<int()>& run);

// The name of a file that is set aside.
std::filesystem::path set_aside(std::filesystem::path place);

}  // namespace vconform::suites
