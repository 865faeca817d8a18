// Options of the command sweep.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suites/judging/backend_options.h"

namespace vconform::suites {

struct SweepOptions {
  BackendOptions backend;
  std::vector<std::string> instructions;  // empty: all that can be swept
  // Values of CTRL; empty: all that make a difference.
  std::vector<std::uint64_t> ctrls;
  // "i/n", or "environment"; empty: everything.
  std::string shard;
  bool resume = false;
  std::size_t jobs = 0;  // 0: as many as there are processors
  // A chunk is not run further after this many wrong results.
  std::uint64_t max_failures = 10000;
  std::string out;
};

}  // namespace vconform::suites
