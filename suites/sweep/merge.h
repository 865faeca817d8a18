// Merges the shards of a sweep into one.
#pragma once

#include <string>
#include <vector>

#include "suites/sweep/sweep_record.h"

namespace vconform::suites {

struct ShardRecord {
  // The name for messages.
  std::string folder;
  SweepRecord record;
};

// Needs at least one shard. Throws spec::InputError if they are not all shards of one sweep, if
// shards overlap or are missing, or if they do not have every value.
SweepRecord merged(const std::vector<ShardRecord>& shards);

// Expects that each instruction was to be swept over all of its values and, unless it is a shard,
// that every value was met or is in a chunk that was not run. Throws spec::InputError.
void expect_all_values(const ShardRecord& sweep);

}  // namespace vconform::suites
