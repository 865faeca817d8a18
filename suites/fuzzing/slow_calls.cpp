#include "suites/fuzzing/slow_calls.h"

#include <chrono>
#include <utility>

namespace vconform::suites {

Machine SlowCalls::counted(Machine machine) {
  return [this, machine = std::move(machine)](const spec::Case& test_case,
                                              const spec::MemoryImage& before) {
    if (count_ >= most_) {
      return spec::Outcome{spec::OutcomeStatus::kTimedOut, before, "it was slow before"};
    }
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begun = Clock::now();
    spec::Outcome outcome = machine(test_case, before);
    count_ += Clock::now() - begun >= std::chrono::duration<double>(seconds_) ? 1 : 0;
    return outcome;
  };
}

}  // namespace vconform::suites
