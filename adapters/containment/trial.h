// Attacks on a child of this process, to see which measures hold on this machine.
#pragma once

#include <vector>

#include "adapters/containment/measure.h"

namespace vconform::adapters {

// Contains a child process and lets it try what each measure should refuse: a measure holds if the
// attempt failed there and only there. Includes the measures of the judging side (strays, resident
// memory).
std::vector<Measure> try_containment();

}  // namespace vconform::adapters
