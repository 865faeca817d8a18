// What to say of a process of the suite's that ended without having said so itself.
#pragma once

#include <string>

namespace vconform::suites {

// From a status as of waitpid: "ended by signal 9 (Killed): somebody ended it, or memory ran out".
std::string how_it_ended(int status);

}  // namespace vconform::suites
