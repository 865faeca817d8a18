// The commands sweep and merge. Each prints to standard output and returns the exit code; throws
// spec::InputError for bad input and adapters::LoadError for a backend that cannot be loaded.
#pragma once

#include "suites/sweep/sweep_options.h"

namespace vconform::suites {

int sweep(const SweepOptions& options);
int merge(const MergeOptions& options);

}  // namespace vconform::suites
