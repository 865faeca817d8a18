// What a user says of a sweep, and of merging its shards.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suites/judging/backend_options.h"

namespace vconform::suites {

struct SweepOptions {
  BackendOptions backend;
  std::vector<std::string> instructions;  // empty: all that can be swept
  // CTRL; empty: all of its values that make a difference.
  std::vector<std::uint64_t> ctrls;
  // "i/n"; empty: what the environment says, or all.
  std::string shard;
  bool resume = false;
  std::size_t jobs = 0;  // 0: as many as there are processors
  // Wrong results after which a chunk is not run further.
  std::uint64_t max_failures = 10000;
  std::string out;
};

struct MergeOptions {
  // Of the shards of one sweep.
  std::vector<std::string> folders;
  std::string out;
};

}  // namespace vconform::suites
