#include "adapters/containment/strays.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>

#include "adapters/containment/process_table.h"

namespace vconform::adapters {

namespace {

constexpr std::chrono::seconds kPatience{2};

bool has_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

std::vector<pid_t> strays_now(const std::vector<pid_t>& keep) {
  std::vector<pid_t> strays = ProcessTable::now().children(getpid());
  std::erase_if(strays, [&](pid_t child) { return std::ranges::find(keep, child) != keep.end(); });
  return strays;
}

// Without /proc the processes that still run are unknown.
void reap_ended(const std::vector<pid_t>& keep) {
  siginfo_t info{};
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 && info.si_pid != 0 &&
         std::ranges::find(keep, info.si_pid) == keep.end()) {
    waitpid(info.si_pid, nullptr, __WALL);
    info = {};
  }
}

}  // namespace

Measure become_subreaper() {
  constexpr const char* kName = "strays are ended";
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
    return {kName, false, std::string("no subreaper: ") + std::strerror(errno)};
  }
  if (!process_entry(getpid())) {
    return {kName, false, "/proc is not there"};
  }
  return {kName, true, ""};
}

std::size_t end_strays(const std::vector<pid_t>& keep) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (has_children()) {
    // Kills children only: their numbers cannot be reused before they are reaped here. The
    // processes that they leave behind become children of this process in the next round.
    const std::vector<pid_t> strays = strays_now(keep);
    if (strays.empty()) {
      reap_ended(keep);
      return 0;
    }
    for (const pid_t stray : strays) {
      kill(stray, SIGKILL);
    }
    bool reaped = false;
    for (const pid_t stray : strays) {
      reaped |= waitpid(stray, nullptr, WNOHANG | __WALL) == stray;
    }
    if (std::chrono::steady_clock::now() > deadline) {
      return strays_now(keep).size();
    }
    if (!reaped) {
      const timespec nap{0, 200'000};
      nanosleep(&nap, nullptr);
    }
  }
  return 0;
}

}  // namespace vconform::adapters
