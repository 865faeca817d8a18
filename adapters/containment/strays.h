// Processes that a worker left behind: children that called setsid, double forks.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "adapters/containment/measure.h"

namespace vconform::adapters {

// From here on orphans among the descendants of this process become its children.
Measure become_subreaper();

// Kills and reaps every child of this process that is not in `keep`, and the descendants of those,
// until there is none. The descendants of what is kept are kept. Gives up after two seconds, and
// returns how many are left then. Needs /proc; without it, it only reaps what has ended.
std::size_t end_strays(const std::vector<pid_t>& keep);

}  // namespace vconform::adapters
