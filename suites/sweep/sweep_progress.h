// How far a sweep is, on standard error: one changing line on a terminal, a line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>

#include "suites/processes/progress.h"

namespace vconform::suites {

class SweepProgress {
 public:
  explicit SweepProgress(std::uint64_t values) : values_(values) {}

  // A chunk of so many values, so many of them wrong.
  void finished(std::uint64_t values, std::uint64_t wrong);

 private:
  std::uint64_t values_;
  std::uint64_t done_ = 0;
  std::uint64_t wrong_ = 0;
  ProgressLine line_;
};

}  // namespace vconform::suites
