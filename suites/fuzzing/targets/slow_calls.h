// Gives up a backend that was slow a few times.
#pragma once

#include <chrono>

#include "suites/judging/property.h"

namespace vconform::suites {

class SlowCalls {
 public:
  using Clock = std::chrono::steady_clock;

  // A call is slow if it takes `seconds`. After `most` slow calls, or after a single one once it is
  // `late`, no further call is made.
  SlowCalls(double seconds, int most, Clock::time_point late)
      : seconds_(seconds), most_(most), late_(late) {}

  // `executor`, except that it times out at once after it was given up. Must not outlive this.
  Executor counted(Executor executor);

  int count() const { return count_; }

 private:
  double seconds_;
  int most_;
  Clock::time_point late_;
  int count_ = 0;
};

}  // namespace vconform::suites
