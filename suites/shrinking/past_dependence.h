// Failures that a case does not show alone.
#pragma once

#include <cstdint>
#include <vector>

#include "suites/judging/property.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// A moment in the subject's past, and the programs that it had run then; none if it has no past.
std::uint64_t moment_of(const Subject& subject);
std::vector<spec::Case> past_until(const Subject& subject, std::uint64_t moment);

// Runs the smallest case of a deviation again, alone in a fresh process. If it passes there, the
// deviation says that it depends on earlier programs, and its case gets the fewest of `past`, in
// order, after which it fails in a fresh process; none if it never does, or if they are more than a
// case file holds. A subject that cannot be
// opened again leaves the deviation as it is.
void note_past_dependence(const Property& property, const Subject& subject,
                          const std::vector<spec::Case>& past, Deviation& deviation);

}  // namespace vconform::suites
