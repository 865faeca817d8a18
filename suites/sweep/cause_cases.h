// The case file of a cause: the smallest wrong result, by itself if it fails by itself.
#pragma once

#include "suites/judging/property.h"
#include "suites/sweep/sweep_plan.h"
#include "suites/sweep/sweep_record.h"

namespace vconform::suites {

// Fills in everything except `file`. `subject` runs single cases, judged by the readings of the
// sweep.
SweptCause with_case(const Cause& cause, const PlannedDomain& domain, const Subject& subject);

}  // namespace vconform::suites
