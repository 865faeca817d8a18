// The lines of the journal of a run: one for each unit that is done, and for each start that met
// incidents while it probed.
#pragma once

#include <string>
#include <string_view>

#include "adapters/abi/incidents.h"
#include "suites/plan/waves.h"

namespace vconform::suites {

// As the journal of a run names its work.
inline constexpr std::string_view kRunWork = "run";

// The content of the lines of a journal.
struct JournaledResults {
  UnitResults units;
  // The incidents of probing, by all starts.
  adapters::Incidents probing;
};

// A line with its '\n'.
std::string entry_line(std::size_t unit, const UnitResult& result);
std::string probing_line(const adapters::Incidents& incidents);

// Adds what a line says. Throws spec::InputError if the line is none, or its unit not wanted or
// there already.
void add_entry(const std::string& line, const Wanted& wanted, JournaledResults& results);

}  // namespace vconform::suites
