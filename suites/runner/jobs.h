// Running units in several processes. RapidCheck is not thread-safe, and a backend that takes its
// process down must not take the run along.
#pragma once

#include <functional>
#include <vector>

#include "suites/runner/unit.h"

namespace vconform::suites {

using UnitRunner = std::function<UnitResult(const Unit&)>;

// Runs all units in `jobs` child processes and returns their results in order. `start` is called in
// each child before its first unit; what it throws ends the run as std::runtime_error here. A child
// that dies gives the unit that it ran the verdict CRASH, and another takes its place.
// `finished` is called here after each unit.
std::vector<UnitResult> run_in_processes(const std::vector<Unit>& units, std::size_t jobs,
                                         const std::function<UnitRunner()>& start,
                                         const std::function<void(const UnitResult&)>& finished);

}  // namespace vconform::suites
