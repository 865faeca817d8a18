// Runs of programs in threads of their own, and whether they overlapped in time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>

namespace vconform::adapters {

// Counts nothing but times: it orders no memory, since that would hide what contexts share.
class Meetings {
 public:
  // Calls `run`; whether some other run was going on at any time meanwhile.
  template <typename Run>
  bool during(Run run) {
    const bool others_run = running_.fetch_add(1, std::memory_order_relaxed) > 0;
    const std::uint64_t started = started_.fetch_add(1, std::memory_order_relaxed) + 1;
    run();
    const bool others_started = started_.load(std::memory_order_relaxed) != started;
    running_.fetch_sub(1, std::memory_order_relaxed);
    return others_run || others_started;
  }

 private:
  std::atomic<std::uint32_t> running_{0};
  std::atomic<std::uint64_t> started_{0};
};

// How long a thread repeats its program to meet others: its own processor time, of which a busy
// machine gives it little, and time on the clock, of which a program that waits takes much.
class Patience {
 public:
  bool is_over() const {
    return processor_seconds() - processor_start_ > kMostProcessorSeconds ||
           std::chrono::steady_clock::now() - start_ > kMost;
  }

 private:
  static constexpr double kMostProcessorSeconds = 0.005;
  static constexpr std::chrono::milliseconds kMost{50};

  static double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  double processor_start_ = processor_seconds();
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace vconform::adapters
