// The suite's side of a worker: starting it, sending it programs, noticing its end, ending it.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>

#include "adapters/containment/backend_output.h"
#include "adapters/isolation/worker_process.h"
#include "adapters/region/limits.h"
#include "adapters/region/shared_region.h"

namespace vconform::adapters {

// The result of waiting for a worker.
struct Ending {
  // kChangedClaims: it was opened again, and its backend described itself otherwise.
  enum class Kind : std::uint8_t { kAnswered, kDied, kTimedOut, kChangedClaims };
  Kind kind = Kind::kAnswered;
  // Empty if it answered; otherwise half a sentence, such as "signal 11 (Segmentation fault)".
  std::string how;
  // The number of programs of the batch that ended: all of them if it answered, otherwise fewer.
  std::size_t ended = 0;
  // It died of a signal from outside: a SIGKILL, or a limit of the shell.
  bool from_outside = false;
  // Its process was started again for this one program.
  bool was_alone = false;
};

// Owns the process. It answers once, with the number 1, when it has opened the backend, and once
// for each batch. After any other ending only the destructor may be called.
class Worker {
 public:
  // Starts it; throws std::system_error. The region must outlive the worker and serves one worker
  // at a time.
  Worker(SharedRegion& region, const Loadable& backend);
  // Asks a worker that waits for programs to quit, so that the backend is closed; kills any other.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  pid_t pid() const { return pid_; }

  Ending wait_until_open(const Limits& limits);

  // Asks for the programs of a batch of at least one, which are in the region. At most
  // kMaxBatchesInFlight batches may be in flight.
  void begin(const Batch& batch);
  // Waits for the batch that was begun first; the limits apply to each program.
  Ending finish(const Limits& limits);
  // The message of the batch that finish() has waited for; it may hold anything.
  std::array<char, kMessageBytes> message() const;

  // Closes the backend of a worker that waits for programs. Returns half a sentence about a
  // failure, or "". The destructor does the same and reports nothing.
  std::string quit();

 private:
  // Waits for the next answer; `programs` is the size of its batch.
  Ending wait_for_answer(std::size_t programs, const Limits& limits, std::chrono::milliseconds cpu,
                         std::chrono::milliseconds wall);
  // The number of programs that have ended, as the worker reports.
  std::size_t ended_of(std::size_t programs) const;
  // Whether it has ended; it is then reaped.
  bool has_ended();
  void wait_until(std::chrono::steady_clock::time_point deadline);
  // Prints the backend's output to stderr since the last call.
  void show_output();
  // "it holds …" if the worker holds more memory than permitted; measured at most every 50 ms.
  std::optional<std::string> memory_problem(const Limits& limits);
  std::string how_it_ended() const;
  bool ended_from_outside() const;
  std::chrono::nanoseconds cpu_time() const;

  SharedRegion& region_;
  bool has_one_processor_;
  BackendOutput output_;
  pid_t pid_;
  std::chrono::steady_clock::time_point next_look_at_memory_;
  clockid_t cpu_clock_ = 0;
  // The number that was rung last, and the one that was answered last.
  std::uint32_t rung_ = 1;
  std::uint32_t answered_ = 0;
  // The programs of all answered batches, and of each batch in flight.
  std::uint64_t programs_answered_ = 0;
  std::array<std::size_t, kMaxBatchesInFlight> programs_begun_{};
  // The backend is open and has not failed.
  bool serves_ = false;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace vconform::adapters
