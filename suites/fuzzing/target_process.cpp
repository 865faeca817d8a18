#include "suites/fuzzing/target_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace vconform::suites {

namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr std::chrono::seconds kTimeToEnd{2};
constexpr int kCannotRun = 127;

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

// The environment of this process, with these in place of what it has of the same names.
std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> all;
  for (const auto& [name, value] : added) {
    all.push_back(fmt::format("{}={}", name, value));
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    if (std::none_of(added.begin(), added.end(),
                     [&](const auto& other) { return other.first == name; })) {
      all.emplace_back(text);
    }
  }
  return all;
}

[[noreturn]] void be_target(const TargetCall& call, int end, pid_t parent,
                            const std::vector<char*>& arguments,
                            const std::vector<char*>& environment) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(kCannotRun);
  }
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(end, STDERR_FILENO);
  // Nothing else of this process is the target's.
  close_range(STDERR_FILENO + 1, ~0U, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    std::signal(signal, SIG_DFL);
  }
  execve(call.program.c_str(), arguments.data(), environment.data());
  dprintf(STDERR_FILENO, "cannot be run: %s\n", std::strerror(errno));
  _exit(kCannotRun);
}

std::string how_it_ended(int status) {
  return WIFSIGNALED(status) ? fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                                           strsignal(WTERMSIG(status)))
                             : fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

TargetProcess::TargetProcess(const TargetCall& call)
    : started_(Clock::now()), deadline_(started_ + call.at_most) {
  // All that takes memory is done before the fork.
  std::vector<std::string> words = call.arguments;
  words.insert(words.begin(), call.program);
  const std::vector<char*> arguments = pointers_to(words);
  std::vector<std::string> variables = environment_with(call.environment);
  const std::vector<char*> environment = pointers_to(variables);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    be_target(call, ends[1], parent, arguments, environment);
  }
  close(ends[1]);
  if (pid_ < 0) {
    close(ends[0]);
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  // Both sides do it, so that the group is there whoever runs first.
  setpgid(pid_, pid_);
  descriptor_ = ends[0];
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

TargetProcess::~TargetProcess() {
  if (!has_ended_) {
    send(SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

void TargetProcess::send(int signal) const {
  kill(-pid_, signal);
}

void TargetProcess::stop() {
  if (!is_asked_ && !has_ended_) {
    is_asked_ = end_.was_stopped = true;
    deadline_ = Clock::now() + kTimeToEnd;
    send(SIGTERM);
  }
}

void TargetProcess::read_lines(const std::function<void(std::string_view line)>& take) {
  std::array<char, 65536> buffer;
  // As much as a pipe holds, so that one that never stops talking cannot hold up the others.
  if (descriptor_ >= 0) {
    const ssize_t size = read(descriptor_, buffer.data(), buffer.size());
    if (size > 0) {
      unread_.append(buffer.data(), static_cast<std::size_t>(size));
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      close(descriptor_);
      descriptor_ = -1;
    }
  }
  std::size_t at = 0;
  while (at < unread_.size()) {
    const std::size_t line_end = unread_.find('\n', at);
    const bool is_whole = line_end != std::string::npos;
    const bool is_last = descriptor_ < 0 || has_ended_;
    const std::size_t size = (is_whole ? line_end : unread_.size()) - at;
    if (!is_whole && !is_last && size < kLongestLine) {
      break;
    }
    const std::size_t taken = std::min(size, kLongestLine);
    take(std::string_view(unread_).substr(at, taken));
    at += taken + (is_whole && taken == size ? 1 : 0);
  }
  unread_.erase(0, at);
}

bool TargetProcess::has_ended() {
  if (has_ended_) {
    return true;
  }
  siginfo_t ended{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      ended.si_pid == pid_) {
    // What it left behind ends while the number of the group is still its own.
    send(SIGKILL);
    int status = 0;
    waitpid(pid_, &status, 0);
    has_ended_ = true;
    end_.is_clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    end_.how = how_it_ended(status);
    return true;
  }
  if (Clock::now() >= deadline_) {
    if (is_asked_) {
      send(SIGKILL);
    } else {
      stop();
    }
  }
  return false;
}

double TargetProcess::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

}  // namespace vconform::suites
