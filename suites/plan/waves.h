// The order of a run: the first unit of an instruction decides whether its others are run.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "suites/plan/jobs.h"

namespace vconform::suites {

// By place in the plan.
using UnitResults = std::map<std::size_t, UnitResult>;

// The part of a plan that a process runs.
using Wanted = std::function<bool(std::size_t unit)>;

// As run_in_processes(), with the first unit of each instruction before all others. An instruction
// that times out in its first unit deviates anyway, and each further unit would wait for a time-out
// again: those results are UnitResult::skipped. With a deadline the results are those of the units
// before the first one that was not begun in time.
//
// Runs only the units that are wanted, and of these only those without a result in `known`. The
// results are those of all units that have one afterwards.
UnitResults run_in_waves(const std::vector<Unit>& plan, const Wanted& wanted, UnitResults known,
                         std::size_t jobs, const std::function<UnitRunner()>& start,
                         const UnitListener& finished, const Deadline& deadline = std::nullopt);

// The skipped results of a plan whose units ran apart from each other: those of each instruction
// whose first unit timed out replace what the others gave.
void skip_after_time_outs(const std::vector<Unit>& plan, UnitResults& results);

}  // namespace vconform::suites
