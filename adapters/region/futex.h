// A doorbell between two processes in shared memory: a number that one of them raises and the other
// waits for.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "adapters/region/limits.h"

namespace vconform::adapters {

// Must lie in memory that both processes share. One process rings, one waits.
struct Doorbell {
  std::atomic<std::uint32_t> number{0};
  // Not 0 while the other side sleeps and has to be woken.
  std::atomic<std::uint32_t> asleep{0};
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

// Sets the number and wakes the other side if it sleeps.
void ring(Doorbell& bell, std::uint32_t number);

// Whether a number that wraps around is `wanted`, or one that may be rung before anybody waits for
// it. Any other number was not rung by the other side.
constexpr bool has_reached(std::uint32_t number, std::uint32_t wanted) {
  return number - wanted < kMaxBatchesInFlight;
}

// Waits until the number has reached `wanted`: looks `spins` times with a processor pause after
// each, then sleeps for at most about `timeout`. Returns whether it was reached; may return false
// early.
bool wait_for(Doorbell& bell, std::uint32_t wanted, int spins, std::chrono::microseconds timeout);

}  // namespace vconform::adapters
