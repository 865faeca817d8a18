// Results of units as JSON, for messages between processes.
#pragma once

#include <string>
#include <string_view>

#include "suites/judging/unit.h"

namespace vconform::suites {

std::string to_message(const UnitResult& result);
UnitResult from_message(std::string_view message);

}  // namespace vconform::suites
