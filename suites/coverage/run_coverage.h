// The coverage of the cases of a plan, without any backend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "suites/coverage/coverage_report.h"
#include "suites/judging/level.h"
#include "suites/judging/property.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// A subject that claims every instruction with every feature, checks its arguments, is thread-safe,
// and follows the readings that golden follows. It cannot execute.
Subject whole_subject();

// The units of each row of the plan of a run of this level and claims.
using RowUnits = std::vector<Unit>;
std::vector<RowUnits> units_by_row(const Level& level, const Subject& subject);

// One report for each claimed instruction of these rows, in order, of a run with this seed. Runs in
// `jobs` processes; `finished` is called after each row. The subject's executor is not used. Throws
// what run_tasks throws.
std::vector<CellReport> run_coverage(const std::vector<RowUnits>& rows, const Subject& subject,
                                     std::uint64_t seed, std::size_t jobs,
                                     const std::function<void()>& finished);

}  // namespace vconform::suites
