// Backends that follow one reading of an open rule here and another there.
#pragma once

#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// Each unit that rules out the last reading of a rule which the units before it left deviates: no
// single reading explains the run, although one explains every case of it.
void judge_mixed_readings(const std::vector<Unit>& plan, std::vector<UnitResult>& results);

}  // namespace vconform::suites
