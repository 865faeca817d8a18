// Describes a process of the suite that ended without saying so itself.
#pragma once

#include <string>

namespace vconform::suites {

// Describes a status as from waitpid: "ended by signal 9 (Killed): somebody ended it, or memory ran
// out".
std::string how_it_ended(int status);

// Whether the processor time of this process, and of each that it starts, is limited (ulimit -t).
bool has_limit_of_processor_time();

}  // namespace vconform::suites
