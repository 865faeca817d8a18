// The order of a run: what a row does first decides whether the rest of it is run at all.
#pragma once

#include <functional>
#include <vector>

#include "suites/plan/jobs.h"

namespace vconform::suites {

// run_in_processes() with the first unit of each instruction before all others. An instruction that
// times out in its first unit deviates anyway, and each of its other units would wait for a
// time-out again: their results are UnitResult::skipped.
std::vector<UnitResult> run_in_waves(const std::vector<Unit>& plan, std::size_t jobs,
                                     const std::function<UnitRunner()>& start,
                                     const std::function<void(const UnitResult&)>& finished);

}  // namespace vconform::suites
