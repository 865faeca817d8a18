// Incidents that are forgiven as long as they are rare in a run: time-outs and kills from outside
// that did not recur.
#pragma once

#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The sum over all units.
adapters::Incidents incidents_of(const std::vector<UnitResult>& results);

// If there are more than kMostForgiven in all, each unit that had some deviates.
void count_forgiven(const std::vector<Unit>& plan, std::vector<UnitResult>& results);

}  // namespace vconform::suites
