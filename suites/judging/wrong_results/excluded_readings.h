// Readings of open rules that a permitted result rules out. A backend follows one reading of each
// rule: once every reading of one is ruled out, by one case or another, it mixes them
// (plan/mixed_readings.h).
#pragma once

#include <vector>

#include "oracle/predict/predict.h"
#include "suites/judging/ran.h"

namespace vconform::suites {

// The rules with several readings in these worlds that a completed case can rule out. Not
// walk.order: while that is open, overlapping operands may leave what no order does.
std::vector<spec::RuleId> open_rules(const std::vector<oracle::World>& worlds,
                                     const spec::Choices& pinned);

// The readings of these rules, except departing ones and those that are excluded_before, by which
// the oracle does not permit the outcome. It must permit it while the rules are open.
std::vector<ExcludedReading> excluded_readings(const Ran& ran,
                                               const std::vector<spec::RuleId>& rules);

}  // namespace vconform::suites
