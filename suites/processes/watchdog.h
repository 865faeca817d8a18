// Watches for a process of the suite that stands still, stopped by a signal or a tracer.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

namespace vconform::suites {

// The interval between looks.
inline constexpr std::chrono::milliseconds kWatchInterval{500};

// Watches a child of the calling process.
class Watchdog {
 public:
  enum class Sight {
    kRuns,
    kStandsStill,
    // It stood still too often in a row, so continuing it does not help; or a descendant of the
    // calling process traced it, and was killed for that.
    kGivenUp
  };

  explicit Watchdog(pid_t process) : process_(process) {}

  // Continues the child if it stood still the last time too: by then a Ctrl-Z from the terminal
  // would have stopped the calling process as well. A tracer from outside, such as a debugger, may
  // keep it stopped.
  Sight look();

  // After kGivenUp, half a sentence: "stood still again and again: somebody stops it".
  const std::string& reason() const { return reason_; }

 private:
  Sight end_tracer(pid_t tracer);

  pid_t process_;
  int still_ = 0;
  std::string reason_;
};

}  // namespace vconform::suites
