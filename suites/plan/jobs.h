// Runs units in several processes, since RapidCheck is not thread-safe.
#pragma once

#include <functional>
#include <vector>

#include "suites/judging/unit.h"
#include "suites/processes/process_pool.h"

namespace vconform::suites {

using UnitRunner = std::function<UnitResult(const Unit&)>;

// Takes the result of the unit at a place in the plan.
using UnitListener = std::function<void(std::size_t unit, const UnitResult& result)>;

// Runs the units in `jobs` child processes and returns their results in order: of all, or of those
// that were begun before the deadline. `start` is called in each child before its first unit; what
// it or a unit throws, and what run_tasks throws, ends the run here. `finished` is called here
// after each unit.
std::vector<UnitResult> run_in_processes(const std::vector<Unit>& units, std::size_t jobs,
                                         const std::function<UnitRunner()>& start,
                                         const UnitListener& finished,
                                         const Deadline& deadline = std::nullopt);

}  // namespace vconform::suites
