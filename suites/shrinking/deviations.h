// Findings as deviations of a unit.
#pragma once

#include <string>
#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The deviation with the verdict and rule of a finding: that makes two findings of a unit the same
// deviation. Null if there is none.
Deviation* known_as(std::vector<Deviation>& known, const Finding& finding);

// A deviation that no case is counted for yet.
Deviation deviation_of(const std::string& claim, const Finding& finding,
                       const spec::Case& smallest);

// Adds the readings that a case rules out.
void add_excluded(UnitResult& counts, const CheckResult& result);

// Adds a case of the unit to its counts, and the readings that it rules out.
void count_case(UnitResult& counts, const CheckResult& result, const Unit& unit);

// After a case: readings that it rules out, and rules that it cited, need not be looked for in the
// next ones.
void note_known(const CheckResult& result, Subject& subject);

// Adds one more case that fails in this way.
void add_failing_case(Deviation& deviation, const Finding& finding);

// Adds what another unit counted of the same deviation.
void count_as_well(const Deviation& deviation, Deviation& known);

}  // namespace vconform::suites
