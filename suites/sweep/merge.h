// The shards of a sweep as one.
#pragma once

#include <string>
#include <vector>

#include "suites/sweep/sweep_record.h"

namespace vconform::suites {

struct ShardRecord {
  // How it is named in messages.
  std::string folder;
  SweepRecord record;
};

// At least one. Throws spec::InputError where they are not all shards of one sweep, one overlaps
// another or is missing, or they do not have every value.
SweepRecord merged(const std::vector<ShardRecord>& shards);

}  // namespace vconform::suites
