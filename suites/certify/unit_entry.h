// The lines of the journal of a run: one for each unit that is done.
#pragma once

#include <string>
#include <string_view>

#include "suites/plan/waves.h"

namespace vconform::suites {

// As the journal of a run names its work.
inline constexpr std::string_view kRunWork = "run";

// A line with its '\n'.
std::string entry_line(std::size_t unit, const UnitResult& result);

// Adds the result of a line. Throws spec::InputError if the line is none, or its unit not wanted or
// there already.
void add_entry(const std::string& line, const Wanted& wanted, UnitResults& results);

}  // namespace vconform::suites
