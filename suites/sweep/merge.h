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

}  // namespace vconform::suites
