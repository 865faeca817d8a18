// Wrong results that another reading of one rule explains.
#pragma once

#include <optional>
#include <vector>

#include "oracle/judge/judge.h"
#include "suites/judging/ran.h"

namespace vconform::suites {

// One finding instead of the others if another reading explains the case: of a rule that was
// probed, which is INCONSISTENT; of an open one, if a page contradicts it; of the order of
// overlapping operands. nullopt if none does. `is_value`: the first wrong value is wrong wherever
// it stands, so that no rule about places is tried.
std::optional<Finding> told_by_reading(const Ran& ran, const oracle::Judgement& judgement,
                                       bool is_value, const std::vector<Finding>& findings);

}  // namespace vconform::suites
