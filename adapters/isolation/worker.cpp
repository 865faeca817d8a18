#include "adapters/isolation/worker.h"

#include <sys/wait.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "adapters/containment/memory_watch.h"
#include "adapters/region/processors.h"

namespace vconform::adapters {

namespace {

using std::chrono::steady_clock;

// Some microseconds, for a worker on another processor that runs one short program. A longer wait
// would keep the worker from running when all are busy, without gain.
constexpr int kSpins = 300;
// The interval for checking that the worker is alive and within its limits.
constexpr std::chrono::milliseconds kSlice{1};
// The time for closing the backend.
constexpr std::chrono::milliseconds kQuitting{1000};
// The time for the system to remove a killed process.
constexpr std::chrono::milliseconds kBurying{5000};

std::string seconds_text(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (const auto rest = time.count() % 1000; rest != 0) {
    text += "." + std::to_string(1000 + rest).substr(1);
  }
  return text + " s";
}

}  // namespace

Worker::Worker(SharedRegion& region, const Loadable& backend)
    : region_(region), has_one_processor_(has_one_processor()) {
  ControlBlock& control = region_.control();
  control.request.number = 0;
  control.request.asleep = 0;
  control.answer.number = 0;
  control.answer.asleep = 0;
  control.ended = 0;
  control.closed = 0;
  control.fault = 0;
  pid_ = start_worker_process(region_, backend, output_.write_end());
  output_.close_write_end();
  if (clock_getcpuclockid(pid_, &cpu_clock_) != 0) {
    cpu_clock_ = CLOCK_MONOTONIC;  // it has ended already
  }
}

Worker::~Worker() {
  quit();
  if (!ended_) {
    kill(pid_, SIGKILL);
  }
  // Kills also the processes that it started, except those that left its group, which end with the
  // run.
  kill(-pid_, SIGKILL);
  // A dead worker that some process traces cannot be reaped: it ends with the run, too.
  wait_until(steady_clock::now() + kBurying);
  std::fputs(output_.finish().c_str(), stderr);
}

std::string Worker::quit() {
  if (!serves_ || rung_ != answered_) {
    return "";
  }
  serves_ = false;
  if (has_ended()) {
    return how_it_ended() + " before it was asked to";
  }
  region_.control().batch(++rung_) = {};
  ring(region_.control().request, rung_);
  wait_until(steady_clock::now() + kQuitting);
  if (!ended_) {
    return "is not closed after " + seconds_text(kQuitting);
  }
  return region_.control().closed == 1 && WIFEXITED(status_) ? "" : how_it_ended();
}

Ending Worker::wait_until_open(const Limits& limits) {
  const Ending ending = wait_for_answer(0, limits, limits.opening, limits.opening);
  answered_ = 1;
  serves_ = ending.kind == Ending::Kind::kAnswered &&
            region_.control().opened.load() == static_cast<std::uint32_t>(Opened::kYes);
  return ending;
}

void Worker::begin(const Batch& batch) {
  assert(serves_ && batch.count > 0 && rung_ - answered_ < kMaxBatchesInFlight);
  const std::uint32_t number = rung_ + 1;
  region_.control().batch(number) = batch;
  programs_begun_[number % kMaxBatchesInFlight] = batch.count;
  rung_ = number;
  ring(region_.control().request, number);
}

Ending Worker::finish(const Limits& limits) {
  assert(serves_ && rung_ != answered_);
  const std::size_t programs = programs_begun_[(answered_ + 1) % kMaxBatchesInFlight];
  Ending ending = wait_for_answer(programs, limits, limits.cpu, limits.wall);
  serves_ = ending.kind == Ending::Kind::kAnswered;
  ending.ended = serves_ ? programs : std::min(ended_of(programs), programs - 1);
  programs_answered_ += programs;
  ++answered_;
  return ending;
}

std::array<char, kMessageBytes> Worker::message() const {
  return region_.control().message_of(answered_);
}

std::size_t Worker::ended_of(std::size_t programs) const {
  const std::uint64_t ended = region_.control().ended.load() - programs_answered_;
  return static_cast<std::size_t>(std::min<std::uint64_t>(ended, programs));
}

Ending Worker::wait_for_answer(std::size_t programs, const Limits& limits,
                               std::chrono::milliseconds cpu, std::chrono::milliseconds wall) {
  Doorbell& answer = region_.control().answer;
  // A batch takes longer, and its end rarely has to be waited for.
  const int spins = programs > 1 || has_one_processor_ ? 0 : kSpins;
  if (wait_for(answer, answered_ + 1, spins, kSlice)) {
    return {};
  }
  // The clocks are read after the first slice only: most batches are answered within it.
  std::size_t ended = ended_of(programs);
  auto started = steady_clock::now();
  auto cpu_started = cpu_time();
  while (!wait_for(answer, answered_ + 1, spins, kSlice)) {
    show_output();
    if (has_ended()) {
      return {Ending::Kind::kDied, how_it_ended(), 0, ended_from_outside()};
    }
    if (std::optional<std::string> problem = memory_problem(limits)) {
      return {Ending::Kind::kDied, *std::move(problem)};
    }
    const auto now = steady_clock::now();
    const auto cpu_now = cpu_time();
    // Each program has the limits for itself. A worker can report at most as many ends as there are
    // programs.
    if (const std::size_t more = ended_of(programs); more > ended) {
      ended = more;
      started = now;
      cpu_started = cpu_now;
    } else if (cpu_now - cpu_started > cpu) {
      return {Ending::Kind::kTimedOut, seconds_text(cpu) + " of processor time"};
    } else if (now - started > wall) {
      return {Ending::Kind::kTimedOut, seconds_text(wall)};
    }
  }
  return {};
}

void Worker::wait_until(std::chrono::steady_clock::time_point deadline) {
  while (!has_ended() && steady_clock::now() < deadline) {
    const timespec nap{0, 100'000};
    nanosleep(&nap, nullptr);
  }
}

void Worker::show_output() {
  if (const std::string lines = output_.drain(); !lines.empty()) {
    std::fputs(lines.c_str(), stderr);
  }
}

std::optional<std::string> Worker::memory_problem(const Limits& limits) {
  constexpr std::chrono::milliseconds kEach{50};
  const auto now = steady_clock::now();
  if (now < next_look_at_memory_) {
    return std::nullopt;
  }
  next_look_at_memory_ = now + kEach;
  const std::uint64_t limit = limits.memory != 0 ? limits.memory : default_memory_limit();
  const std::uint64_t used = resident_bytes(pid_).value_or(0);
  return used <= limit ? std::nullopt
                       : std::optional("it holds " + memory_text(used) + " of memory, and " +
                                       memory_text(limit) + " are permitted (--memory-limit)");
}

bool Worker::has_ended() {
  if (!ended_) {
    const pid_t waited = waitpid(pid_, &status_, WNOHANG);
    // A worker that lets this process trace it only stops. An error means that other code has
    // waited for it.
    ended_ = (waited == pid_ && !WIFSTOPPED(status_)) || (waited < 0 && errno != EINTR);
  }
  return ended_;
}

bool Worker::ended_from_outside() const {
  return WIFSIGNALED(status_) && (WTERMSIG(status_) == SIGKILL || WTERMSIG(status_) == SIGXCPU);
}

std::string Worker::how_it_ended() const {
  if (!WIFSIGNALED(status_)) {
    return "it ended its process with status " + std::to_string(WEXITSTATUS(status_));
  }
  const int number = WTERMSIG(status_);
  return "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
}

std::chrono::nanoseconds Worker::cpu_time() const {
  timespec used{};
  clock_gettime(cpu_clock_, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace vconform::adapters
