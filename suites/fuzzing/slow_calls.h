// A machine that is given up when it has kept one waiting a few times.
#pragma once

#include "suites/properties/property.h"

namespace vconform::suites {

class SlowCalls {
 public:
  // A call is slow from `seconds` on; after `most` of them there are no more.
  SlowCalls(double seconds, int most) : seconds_(seconds), most_(most) {}

  // `machine`, which then times out at once. Must not outlive this.
  Machine counted(Machine machine);

  int count() const { return count_; }

 private:
  double seconds_;
  int most_;
  int count_ = 0;
};

}  // namespace vconform::suites
