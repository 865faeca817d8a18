// How long a worker may take, and how much it may be asked for at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vconform::adapters {

// Batches that it may have been asked for and not answered. With two it goes from one to the next
// without waiting for the suite.
inline constexpr std::size_t kMaxBatchesInFlight = 2;

struct Limits {
  // Of the processor, for one program, over all threads of the worker.
  std::chrono::milliseconds cpu{2000};
  // For one program, whatever the worker does: it may sleep, or the machine may be busy.
  std::chrono::milliseconds wall{20000};
  // For opening the backend.
  std::chrono::milliseconds opening{60000};
  // Resident bytes of the worker; 0: half of what there is.
  std::uint64_t memory = 0;
};

// For programs that may take `seconds` of the processor, and ten times that in all.
inline Limits limits_of(double seconds) {
  constexpr int kWallPerCpu = 10;
  Limits limits;
  limits.cpu =
      std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
  limits.wall = kWallPerCpu * limits.cpu;
  return limits;
}

}  // namespace vconform::adapters
