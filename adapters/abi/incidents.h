// What went on around a run besides its results: counted, since too much of it is no accident.
#pragma once

#include <cstdint>

namespace vconform::adapters {

struct Incidents {
  // Fresh processes of the backend after the first, whatever the reason.
  std::uint64_t restarts = 0;
  // Programs that took too long, and not when run again alone in a fresh process.
  std::uint64_t unconfirmed_timeouts = 0;
  // Ends by a signal that nothing sends itself (SIGKILL, SIGXCPU), which did not recur either.
  std::uint64_t outside_kills = 0;

  // Those that are forgiven as long as they are few.
  std::uint64_t forgiven() const { return unconfirmed_timeouts + outside_kills; }

  Incidents& operator+=(const Incidents& more) {
    restarts += more.restarts;
    unconfirmed_timeouts += more.unconfirmed_timeouts;
    outside_kills += more.outside_kills;
    return *this;
  }
  friend Incidents operator-(const Incidents& a, const Incidents& b) {
    return {a.restarts - b.restarts, a.unconfirmed_timeouts - b.unconfirmed_timeouts,
            a.outside_kills - b.outside_kills};
  }
  friend bool operator==(const Incidents&, const Incidents&) = default;
};

// In a run.
inline constexpr std::uint64_t kMostForgiven = 3;

}  // namespace vconform::adapters
