// A machine that is given up when it has kept one waiting a few times.
#pragma once

#include <chrono>

#include "suites/judging/property.h"

namespace vconform::suites {

class SlowCalls {
 public:
  using Clock = std::chrono::steady_clock;

  // A call is slow from `seconds` on. After `most` of them there are no more, after one of them
  // none from `late` on.
  SlowCalls(double seconds, int most, Clock::time_point late)
      : seconds_(seconds), most_(most), late_(late) {}

  // `machine`, which then times out at once. Must not outlive this.
  Machine counted(Machine machine);

  int count() const { return count_; }

 private:
  double seconds_;
  int most_;
  Clock::time_point late_;
  int count_ = 0;
};

}  // namespace vconform::suites
