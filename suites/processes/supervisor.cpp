#include "suites/processes/supervisor.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

#include "adapters/containment/process_table.h"
#include "adapters/containment/strays.h"
#include "suites/files/exit_codes.h"
#include "suites/processes/ended_process.h"
#include "suites/processes/watchdog.h"

namespace vconform::suites {

namespace {

constexpr std::array kAskToEnd = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

bool asks_to_end(int signal) {
  return std::ranges::find(kAskToEnd, signal) != kAskToEnd.end();
}

bool is_terminal_stop(int signal) {
  return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

// Signals that are blocked in the parent, which takes them while it waits; the child gets the
// earlier state back.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    for (const int signal : kAskToEnd) {
      sigaddset(&set_, signal);
    }
    sigprocmask(SIG_BLOCK, &set_, &before_);
    // If it were ignored, no child could be waited for.
    child_before_ = std::signal(SIGCHLD, SIG_DFL);
  }
  void restore() const {
    std::signal(SIGCHLD, child_before_ == SIG_ERR ? SIG_DFL : child_before_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  // Waits at most `most`. si_signo is 0 if no signal came.
  siginfo_t wait(std::chrono::milliseconds most) const {
    const timespec time{most.count() / 1000, most.count() % 1000 * 1'000'000};
    siginfo_t info{};
    if (sigtimedwait(&set_, &info, &time) < 0) {
      info.si_signo = 0;
    }
    return info;
  }

 private:
  sigset_t set_{};
  sigset_t before_{};
  void (*child_before_)(int) = SIG_DFL;
};

// The value that `run` returned, if it did, in memory shared by both processes.
class Result {
 public:
  Result()
      : page_(mmap(nullptr, sizeof(Code), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                   0)) {
    if (page_ == MAP_FAILED) {
      throw std::system_error(errno, std::generic_category(), "mmap");
    }
    new (page_) Code(kNone);
  }
  ~Result() { munmap(page_, sizeof(Code)); }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;

  void set(int code) { *static_cast<Code*>(page_) = code; }
  bool is_set() const { return *static_cast<const Code*>(page_) != kNone; }
  // A verdict counts only if it was returned; other exit codes may also come from an exception.
  bool explains(int status) const {
    return *static_cast<const Code*>(page_) == status ||
           (status != kConforms && status != kDoesNotConform);
  }

 private:
  using Code = std::atomic<int>;
  static_assert(Code::is_always_lock_free);
  static constexpr int kNone = -1;

  void* page_;
};

// Ends like a program that a signal has killed, as a shell expects.
void end_by(int signal) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(signal, SIG_DFL);
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, signal);
  kill(getpid(), signal);
  sigprocmask(SIG_UNBLOCK, &this_one, nullptr);
}

// The parent's side.
class Supervisor {
 public:
  Supervisor(pid_t child, const BlockedSignals& signals, const Result& result)
      : child_(child), signals_(signals), result_(result), watchdog_(child) {}

  [[noreturn]] void watch();

 private:
  // Waits for a signal or a moment.
  void wait();
  void look();
  // Whether the child has ended. Passes on stops by the terminal.
  bool has_ended();
  void stop_like(int signal);
  [[noreturn]] void end(int status);

  pid_t child_;
  const BlockedSignals& signals_;
  const Result& result_;
  Watchdog watchdog_;
  std::chrono::steady_clock::time_point next_look_ =
      std::chrono::steady_clock::now() + kWatchInterval;
  int status_ = 0;
  bool given_up_ = false;
  // `run` has returned.
  bool is_ending_ = false;
};

void Supervisor::wait() {
  const siginfo_t info = signals_.wait(kWatchInterval);
  // The terminal sends its signals to the child as well.
  const bool for_this_process_alone = info.si_code <= 0 && info.si_pid != child_;
  if (asks_to_end(info.si_signo) && for_this_process_alone) {
    kill(child_, info.si_signo);
  }
}

void Supervisor::look() {
  if (std::chrono::steady_clock::now() < next_look_) {
    return;
  }
  // The child's leak sanitizer traces the child at its end.
  constexpr std::chrono::seconds kTimeToEnd{60};
  const bool was_ending = std::exchange(is_ending_, result_.is_set());
  next_look_ = std::chrono::steady_clock::now() +
               (is_ending_ && !was_ending ? std::chrono::milliseconds(kTimeToEnd) : kWatchInterval);
  if (is_ending_ && !was_ending) {
    return;
  }
  if (!given_up_ && watchdog_.look() == Watchdog::Sight::kGivenUp) {
    given_up_ = true;
    kill(child_, SIGKILL);
  }
}

bool Supervisor::has_ended() {
  const pid_t waited = waitpid(child_, &status_, WNOHANG | WUNTRACED);
  if (waited != child_) {
    return false;
  }
  if (WIFSTOPPED(status_)) {
    if (is_terminal_stop(WSTOPSIG(status_))) {
      stop_like(WSTOPSIG(status_));
    }
    return false;
  }
  return true;
}

// Ctrl-Z stops both processes and `fg` continues both. If the child is still stopped after a
// moment, it alone got the signal.
void Supervisor::stop_like(int signal) {
  const timespec moment{0, 100'000'000};
  nanosleep(&moment, nullptr);
  const auto entry = adapters::process_entry(child_);
  if (entry && entry->state == 'T') {
    raise(signal);
    // Either this process was continued, or no shell controls it and nobody can continue it.
    kill(child_, SIGCONT);
  }
}

void Supervisor::end(int status) {
  const std::size_t left = adapters::end_strays({});
  if (left != 0) {
    fmt::print(stderr, "vconform: {} processes that the backend started could not be ended\n",
               left);
  }
  if (given_up_) {
    fmt::print(stderr, "vconform: the run {}; no verdict\n", watchdog_.reason());
    _exit(kBroken);
  }
  if (WIFEXITED(status) && result_.explains(WEXITSTATUS(status))) {
    _exit(WEXITSTATUS(status));
  }
  if (WIFSIGNALED(status) && (asks_to_end(WTERMSIG(status)) || WTERMSIG(status) == SIGPIPE)) {
    end_by(WTERMSIG(status));
  }
  fmt::print(stderr, "vconform: {}; no verdict\n", how_it_ended(status));
  _exit(kBroken);
}

void Supervisor::watch() {
  while (!has_ended()) {
    wait();
    look();
  }
  end(status_);
}

int run_in_the_child(const std::function<int()>& run, pid_t parent, Result& result) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(kBroken);  // it ended before PR_SET_PDEATHSIG
  }
  // A file that grows too large makes write fail, with an error that names the file.
  std::signal(SIGXFSZ, SIG_IGN);
  // A stopped parent could not report the end.
  const std::shared_ptr<void> at_the_end(nullptr, [&](void*) { kill(parent, SIGCONT); });
  const int code = run();
  result.set(code);
  return code;
}

}  // namespace

int supervised(const std::function<int()>& run) {
  std::fflush(nullptr);
  // If it were ignored, as inherited from the starter, no child could be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  const BlockedSignals signals;
  Result result;
  adapters::become_subreaper();
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child > 0) {
    Supervisor(child, signals, result).watch();
  }
  signals.restore();
  return child == 0 ? run_in_the_child(run, parent, result) : run();
}

}  // namespace vconform::suites
