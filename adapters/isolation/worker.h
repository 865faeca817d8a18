// The suite's side of a worker: starting it, asking it, noticing its end, ending it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>

#include "adapters/isolation/limits.h"
#include "adapters/isolation/shared_region.h"
#include "adapters/isolation/worker_process.h"

namespace vconform::adapters {

// How waiting for a worker ended.
struct Ending {
  enum class Kind : std::uint8_t { kAnswered, kDied, kTimedOut };
  Kind kind = Kind::kAnswered;
  // Unless it answered: half a sentence, such as "signal 11 (Segmentation fault)".
  std::string how;
};

// Owns the process. It answers once, with the number 1, when it has opened the backend, and once
// for each program. After any other ending only the destructor may be called.
class Worker {
 public:
  // Starts it; throws std::system_error. The region must outlive the worker and serves one at a
  // time.
  Worker(SharedRegion& region, const OpenBackend& open);
  // Asks a worker that waits for programs to quit, so that the backend is closed; kills any other.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  pid_t pid() const { return pid_; }

  Ending wait_until_open(const Limits& limits);

  // Runs the program in the control block.
  Ending run(const Limits& limits);

 private:
  Ending wait_for_answer(std::chrono::milliseconds cpu, std::chrono::milliseconds wall);
  // Whether it has ended. It is no zombie then.
  bool has_ended();
  std::string how_it_ended() const;
  std::chrono::nanoseconds cpu_time() const;
  void quit();

  SharedRegion& region_;
  pid_t pid_;
  clockid_t cpu_clock_ = 0;
  std::uint32_t number_ = 1;
  // It waits for a program.
  bool idle_ = false;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace vconform::adapters
