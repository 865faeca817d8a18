// The order of a run: the first unit of an instruction decides whether its others are run.
#pragma once

#include <functional>
#include <vector>

#include "suites/plan/jobs.h"

namespace vconform::suites {

// As run_in_processes(), with the first unit of each instruction before all others. An instruction
// that times out in its first unit deviates anyway, and each further unit would wait for a time-out
// again: those results are UnitResult::skipped. With a deadline the results are those of the units
// before the first one that was not begun in time.
std::vector<UnitResult> run_in_waves(const std::vector<Unit>& plan, std::size_t jobs,
                                     const std::function<UnitRunner()>& start,
                                     const std::function<void(const UnitResult&)>& finished,
                                     const Deadline& deadline = std::nullopt);

}  // namespace vconform::suites
