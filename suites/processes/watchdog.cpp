#include "suites/processes/watchdog.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "adapters/containment/process_table.h"

namespace vconform::suites {

namespace {

constexpr int kContinueFrom = 2;
constexpr int kGiveUpAt = 6;

char state_of(pid_t process) {
  if (const auto entry = adapters::process_entry(process)) {
    return entry->state;
  }
  // Without /proc, tracers cannot be seen.
  siginfo_t info{};
  const bool stopped =
      waitid(P_PID, static_cast<id_t>(process), &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == process;
  return stopped ? 'T' : '?';
}

bool is_ours(pid_t process) {
  const auto ours = adapters::ProcessTable::now().descendants(getpid());
  return std::ranges::find(ours, process) != ours.end();
}

}  // namespace

Watchdog::Sight Watchdog::look() {
  const char state = state_of(process_);
  if (state != 'T' && state != 't') {
    still_ = 0;
    return Sight::kRuns;
  }
  if (++still_ < kContinueFrom) {
    return Sight::kStandsStill;
  }
  if (const pid_t tracer = adapters::tracer_of(process_); tracer != 0) {
    return is_ours(tracer) ? end_tracer(tracer) : Sight::kStandsStill;
  }
  kill(process_, SIGCONT);
  if (still_ < kGiveUpAt) {
    return Sight::kStandsStill;
  }
  reason_ = "stood still again and again: somebody stops it";
  return Sight::kGivenUp;
}

// The tracer may have changed the process. While it lives, nobody else can wait for the process to
// end.
Watchdog::Sight Watchdog::end_tracer(pid_t tracer) {
  reason_ =
      fmt::format("stood still, traced by process {}, which the run itself has started", tracer);
  kill(tracer, SIGKILL);
  return Sight::kGivenUp;
}

}  // namespace vconform::suites
