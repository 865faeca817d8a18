// A process of the suite's that stands still: stopped by a signal, or by a tracer.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

namespace vconform::suites {

// How often to look.
inline constexpr std::chrono::milliseconds kWatchInterval{500};

// For a child of the calling process.
class Watchdog {
 public:
  enum class Sight {
    kRuns,
    kStandsStill,
    // It did so too often in a row, so that continuing it does not help; or a descendant of the
    // calling process traces it, and has been killed for that.
    kGivenUp
  };

  explicit Watchdog(pid_t process) : process_(process) {}

  // Continues it where it stood still the last time, too: by then a terminal's Ctrl-Z has stopped
  // the calling process as well. A tracer from outside, such as a debugger, may let it stand.
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
