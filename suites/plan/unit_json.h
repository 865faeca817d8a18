// Results of units as JSON, for messages between processes and for journals.
#pragma once

#include <string>
#include <string_view>

#include "suites/judging/unit.h"

namespace vconform::suites {

// One line without an end.
std::string to_message(const UnitResult& result);
// Throws spec::InputError if it is no such message.
UnitResult from_message(std::string_view message);

}  // namespace vconform::suites
