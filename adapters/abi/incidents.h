// Incidents around a run besides its results. They are counted, since a few may be accidents and
// many are not.
#pragma once

#include <cstdint>

namespace vconform::adapters {

struct Incidents {
  // Processes of the backend started after the first one, for any reason.
  std::uint64_t restarts = 0;
  // Programs that took too long once, but not when run again alone in a fresh process.
  std::uint64_t unconfirmed_timeouts = 0;
  // Ends by a signal from outside (SIGKILL, SIGXCPU) that did not recur.
  std::uint64_t outside_kills = 0;

  // The incidents that are forgiven as long as they are few.
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

// The number of forgiven incidents that a run may have.
inline constexpr std::uint64_t kMostForgiven = 3;

}  // namespace vconform::adapters
