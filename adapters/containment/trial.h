// Attacks on oneself, to see which measures hold here.
#pragma once

#include <vector>

#include "adapters/containment/measure.h"

namespace vconform::adapters {

// Contains a child process and lets it try what each measure is to refuse: a measure holds when the
// attempt failed there and only there. Also those of the judging side (strays, resident memory).
std::vector<Measure> try_containment();

}  // namespace vconform::adapters
