// The printed form of a deviation.
#pragma once

#include <string>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The block of lines that a failure prints; `replay` is the command that shows it again, or empty.
std::string failure_text(const Deviation& deviation, const std::string& replay);

}  // namespace vconform::suites
