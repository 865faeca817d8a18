// The classes of arguments and registers that a row can have, and why not others: from the limits
// of fields and memories.
#pragma once

#include <optional>
#include <string>

#include "suites/coverage/tally.h"

namespace vconform::suites {

// Why no legal instruction of this row lies in a bin of kAddressing or kState; nullopt if nothing
// says so.
std::optional<std::string> why_no_place(const spec::Cell& cell, const Bin& bin);

}  // namespace vconform::suites
