#include "suites/fuzzing/targets/target_keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace vconform::suites {

namespace {

// The numbers that the keeper's descriptors get.
constexpr int kOrders = 3;
constexpr int kNews = 4;
constexpr int kErrors = 5;
constexpr int kReport = 6;

// The polling interval where the kernel has no pidfd.
constexpr int kLookMilliseconds = 20;

void take_over(const KeeperEnds& ends) {
  // A copy above these numbers first, so that none is overwritten.
  constexpr int kAbove = 16;
  const std::array<int, 4> from = {ends.orders, ends.news, ends.errors, ends.report};
  std::array<int, 4> away{};
  for (std::size_t i = 0; i < from.size(); ++i) {
    away[i] = fcntl(from[i], F_DUPFD_CLOEXEC, kAbove);
  }
  const std::array<int, 4> to = {kOrders, kNews, kErrors, kReport};
  for (std::size_t i = 0; i < to.size(); ++i) {
    dup2(away[i], to[i]);
  }
  close_range(kReport + 1, ~0U, 0);
}

void tell(KeeperNews::Kind kind, pid_t pid, int status) {
  const KeeperNews news{kind, pid, status};
  // Smaller than PIPE_BUF, so written whole.
  [[maybe_unused]] const ssize_t size = write(kNews, &news, sizeof news);
}

[[noreturn]] void be_target(const char* program, char* const* arguments, char* const* environment,
                            pid_t keeper) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) {
    _exit(kCannotRun);
  }
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(kErrors, STDERR_FILENO);
  dup2(kReport, kReportDescriptor);
  // The target gets no other descriptor of the command.
  close_range(kReportDescriptor + 1, ~0U, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    std::signal(signal, SIG_DFL);
  }
  execve(program, arguments, environment);
  dprintf(STDERR_FILENO, "cannot be run: %s\n", std::strerror(errno));
  _exit(kCannotRun);
}

// Carries out orders until the target has ended; the target is then still a zombie.
void serve_until_end_of(pid_t target) {
  const int process = static_cast<int>(syscall(SYS_pidfd_open, target, 0));
  while (true) {
    siginfo_t ended{};
    if (waitid(P_PID, static_cast<id_t>(target), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        ended.si_pid == target) {
      return;
    }
    std::array<pollfd, 2> news = {{{kOrders, POLLIN, 0}, {process, POLLIN, 0}}};
    poll(news.data(), news.size(), process < 0 ? kLookMilliseconds : -1);
    if (news[0].revents == 0) {
      continue;
    }
    char order = kEndAtOnce;
    // If the pipe of orders is closed, the command has ended, and so must the target.
    const ssize_t size = read(kOrders, &order, 1);
    if (size >= 0) {
      kill(-target, order == kAskToEnd ? SIGTERM : SIGKILL);
      kill(-target, SIGCONT);
    }
    if (size == 0) {
      return;
    }
  }
}

// Ends the processes that the target left behind, in whichever group or session: as orphans they
// are children of the nearest subreaper, this process.
void end_what_is_left() {
  constexpr int kMostRounds = 200;
  for (int round = 0; round < kMostRounds; ++round) {
    std::FILE* children = std::fopen("/proc/thread-self/children", "re");
    if (children == nullptr) {
      return;
    }
    for (int child = 0; std::fscanf(children, "%d", &child) == 1;) {
      kill(child, SIGKILL);
    }
    std::fclose(children);
    // Their own children are orphaned here in turn.
    if (waitpid(-1, nullptr, 0) < 0) {
      return;
    }
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }
}

}  // namespace

void be_keeper(const char* program, char* const* arguments, char* const* environment,
               const KeeperEnds& ends, pid_t command) {
  // A group of its own: the command decides what to do about a Ctrl-C from the terminal.
  setpgid(0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    std::signal(signal, SIG_IGN);
  }
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // If a backend has stopped the keeper, the end of the command continues it, and it ends the
  // target.
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  if (getppid() != command) {
    _exit(kCannotRun);
  }
  take_over(ends);
  const pid_t keeper = getpid();
  const pid_t target = fork();
  if (target == 0) {
    be_target(program, arguments, environment, keeper);
  }
  if (target < 0) {
    tell(KeeperNews::kFailed, 0, errno);
    _exit(kCannotRun);
  }
  // Both sides set it, so that the group exists whichever runs first.
  setpgid(target, target);
  close(kErrors);
  close(kReport);
  tell(KeeperNews::kStarted, target, 0);
  serve_until_end_of(target);
  // The target is not reaped yet, so the number of the group is still its own.
  kill(-target, SIGKILL);
  int status = 0;
  waitpid(target, &status, 0);
  end_what_is_left();
  tell(KeeperNews::kEnded, target, status);
  _exit(0);
}

}  // namespace vconform::suites
