// Wrong results of a backend that only converts arrays, which the same source does not have in
// other places or lengths of an array.
#pragma once

#include <cstdint>

#include "suites/judging/property.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// Whether arrays of this source alone, of several lengths, have a right result in some place. Runs
// the backend again.
bool depends_on_position(const Subject& subject, const spec::Cell& cell, std::uint64_t ctrl,
                         std::uint64_t pattern);

// Adds to a deviation that it depends on position or length. The backend is asked again about a
// wrong value; a property that compares the same sources in different places shows it by itself.
// The deviation of a backend that is given addresses stays as it is.
void note_position_dependence(const Property& property, const Subject& subject,
                              Deviation& deviation);

}  // namespace vconform::suites
