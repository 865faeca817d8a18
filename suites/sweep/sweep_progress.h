// The progress of a sweep on standard error: one changing line on a terminal, a line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>

#include "suites/files/progress_line.h"

namespace vconform::suites {

class SweepProgress {
 public:
  explicit SweepProgress(std::uint64_t values) : values_(values) {}

  // Counts a finished chunk.
  void finished(std::uint64_t values, std::uint64_t wrong);

 private:
  std::uint64_t values_;
  std::uint64_t done_ = 0;
  std::uint64_t wrong_ = 0;
  ProgressLine line_;
};

}  // namespace vconform::suites
