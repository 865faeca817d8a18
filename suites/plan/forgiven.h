// Incidents that are forgiven as long as they are rare in a run: time-outs and kills from outside
// that did not recur.
#pragma once

#include <string>
#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The sum over all units.
adapters::Incidents incidents_of(const std::vector<UnitResult>& results);

// If there are more than kMostForgiven in all, those of `probing` included, each unit that had some
// deviates, and the first unit for those of probing.
void count_forgiven(const std::vector<Unit>& plan, const adapters::Incidents& probing,
                    std::vector<UnitResult>& results);

bool too_many_to_forgive(const adapters::Incidents& incidents);

// One line with its '\n'; empty if there were none.
std::string incidents_text(const adapters::Incidents& incidents);

}  // namespace vconform::suites
