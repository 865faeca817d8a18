// The command sweep, and merge of its shards. Each prints to standard output and returns the exit
// code; throws spec::InputError for bad input and adapters::LoadError for a backend that cannot be
// loaded.
#pragma once

#include <string>
#include <vector>

#include "suites/sweep/sweep_options.h"

namespace vconform::suites {

int sweep(const SweepOptions& options);
// `out` is none of the folders, and in none of them.
int merge_sweeps(const std::vector<std::string>& folders, const std::string& out);

}  // namespace vconform::suites
