// What is forgiven in a run as long as it stays rare: time-outs and ends from outside that did not
// recur.
#pragma once

#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The sum over all units.
adapters::Incidents incidents_of(const std::vector<UnitResult>& results);

// Where there are more than kMostForgiven in all, each unit that has some deviates.
void count_forgiven(const std::vector<Unit>& plan, std::vector<UnitResult>& results);

}  // namespace vconform::suites
