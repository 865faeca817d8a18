// The commands sweep and merge: each prints to standard output and returns the exit code; bad input
// is thrown as spec::InputError, a backend that cannot be loaded as adapters::LoadError.
#pragma once

#include "suites/sweep/sweep_options.h"

namespace vconform::suites {

int sweep(const SweepOptions& options);
int merge(const MergeOptions& options);

}  // namespace vconform::suites
