#include "suites/fuzzing/targets/slow_calls.h"

#include <utility>

namespace vconform::suites {

Executor SlowCalls::counted(Executor executor) {
  return [this, executor = std::move(executor)](const spec::Case& test_case,
                                                const spec::MemoryImage& before) {
    const Clock::time_point begun = Clock::now();
    if (count_ >= most_ || (count_ > 0 && begun >= late_)) {
      return spec::Outcome{spec::OutcomeStatus::kTimedOut, before, "it was slow before"};
    }
    spec::Outcome outcome = executor(test_case, before);
    count_ += Clock::now() - begun >= std::chrono::duration<double>(seconds_) ? 1 : 0;
    return outcome;
  };
}

}  // namespace vconform::suites
