// The commands certify and merge. Each prints to standard output and returns the exit code; throws
// spec::InputError for bad input and adapters::LoadError for a backend that cannot be loaded.
#pragma once

#include "suites/certify/certify_options.h"

namespace vconform::suites {

// Exit code 1 if the backend does not conform, or, of a shard, deviates in it.
int certify(const CertifyOptions& options);

// The result of one run, as if it had not been in shards. Exit code 1 if it does not conform.
int merge(const MergeOptions& options);

}  // namespace vconform::suites
