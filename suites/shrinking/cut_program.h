// A failing program with as few steps and placements as show the failure.
#pragma once

#include "suites/judging/property.h"
#include "suites/shrinking/deviations.h"

namespace vconform::suites {

// Leaves out steps, and then placements, without which the case still deviates in the same way: the
// same verdict and rule. None of those left can be left out alone, except for steps that later ones
// needed.
Deviation cut_program(const Property& property, const Subject& subject, Deviation deviation);

}  // namespace vconform::suites
