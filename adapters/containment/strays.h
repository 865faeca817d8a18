// Processes that a worker left behind: children that called setsid, double forks.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "adapters/containment/measure.h"

namespace vconform::adapters {

// From then on orphans among the descendants of this process become its children.
Measure become_subreaper();

// Kills and reaps every child of this process that is not in `keep`, and its descendants, until
// there are none; descendants of kept processes stay. Gives up after two seconds and returns the
// number that are left. Without /proc it only reaps processes that have ended.
std::size_t end_strays(const std::vector<pid_t>& keep);

}  // namespace vconform::adapters
