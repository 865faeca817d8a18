// The time that a worker may take, and the batches that it may be asked for at once.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vconform::adapters {

// The most batches that it was asked for and has not answered. With two it goes from one to the
// next without waiting for the suite.
inline constexpr std::size_t kMaxBatchesInFlight = 2;

struct Limits {
  // Processor time for one program, over all threads of the worker.
  std::chrono::milliseconds cpu{2000};
  // Wall time for one program, even if the worker sleeps or the machine is busy.
  std::chrono::milliseconds wall{20000};
  // Time for opening the backend.
  std::chrono::milliseconds opening{60000};
  // Resident bytes of the worker; 0 means half of the available memory.
  std::uint64_t memory = 0;
};

// Limits for programs that may take `seconds` of processor time, and ten times that in all; so may
// opening, which has 60 s at least.
inline Limits limits_of(double seconds) {
  constexpr int kWallPerCpu = 10;
  Limits limits;
  limits.cpu =
      std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
  limits.wall = kWallPerCpu * limits.cpu;
  // A backend that is slow in a program is slow to start.
  limits.opening = std::max(limits.opening, limits.wall);
  return limits;
}

}  // namespace vconform::adapters
