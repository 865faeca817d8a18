#include "suites/fuzzing/targets/target_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <random>
#include <system_error>

#include "suites/fuzzing/targets/target_keeper.h"

namespace vconform::suites {

namespace {

constexpr std::chrono::seconds kTimeToEnd{2};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

// The environment of this process with `added` variables, which replace those of the same name.
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

std::string new_nonce() {
  std::random_device device;
  const std::uint64_t high = device();
  return fmt::format("{:016x}", high << 32 | device());
}

struct Pipe {
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw std::system_error(errno, std::generic_category(), "pipe");
    }
  }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) {
        close(end);
      }
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int take(std::size_t end) { return std::exchange(ends[end], -1); }

  static constexpr std::size_t kRead = 0;
  static constexpr std::size_t kWrite = 1;
  std::array<int, 2> ends{};
};

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  }
  return WEXITSTATUS(status) == kReportLost
             ? "lost its descriptors: the backend closed what it had not opened"
             : fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

TargetProcess::TargetProcess(const TargetCall& call)
    : nonce_(new_nonce()), started_(Clock::now()), deadline_(started_ + call.at_most) {
  // Nothing allocates memory after the fork.
  std::vector<std::string> words = call.arguments;
  words.insert(words.begin(), call.program);
  const std::vector<char*> arguments = pointers_to(words);
  std::vector<std::pair<std::string, std::string>> added = call.environment;
  added.emplace_back("VCONFORM_FUZZ_REPORT", nonce_);
  std::vector<std::string> variables = environment_with(added);
  const std::vector<char*> environment = pointers_to(variables);
  Pipe orders;
  Pipe news;
  Pipe errors;
  Pipe report;
  const pid_t command = getpid();
  keeper_ = fork();
  if (keeper_ == 0) {
    be_keeper(call.program.c_str(), arguments.data(), environment.data(),
              {orders.ends[Pipe::kRead], news.ends[Pipe::kWrite], errors.ends[Pipe::kWrite],
               report.ends[Pipe::kWrite]},
              command);
  }
  if (keeper_ < 0) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  orders_ = orders.take(Pipe::kWrite);
  news_ = news.take(Pipe::kRead);
  fcntl(orders_, F_SETFL, O_NONBLOCK);
  fcntl(news_, F_SETFL, O_NONBLOCK);
  errors_ = std::make_unique<PipeLines>(errors.take(Pipe::kRead));
  report_ = std::make_unique<PipeLines>(report.take(Pipe::kRead));
}

TargetProcess::~TargetProcess() {
  end_now();
  deadline_ = Clock::now() + kTimeToEnd;
  while (!has_ended()) {
    const timespec nap{0, 1'000'000};
    nanosleep(&nap, nullptr);
  }
  close(orders_);
  close(news_);
}

std::vector<int> TargetProcess::descriptors() const {
  return {errors_->descriptor(), report_->descriptor(), has_ended_ ? -1 : news_};
}

void TargetProcess::read_lines(const Take& take_error, const Take& take_report) {
  errors_->read(has_ended_, take_error);
  report_->read(has_ended_, [&](std::string_view line) {
    if (!line.starts_with(nonce_ + " ")) {
      return;
    }
    line.remove_prefix(nonce_.size() + 1);
    said_end_ = line == kEndLine;
    if (line.starts_with(kCannotWrite)) {
      end_.cannot_write = line.substr(kCannotWrite.size());
      return;
    }
    take_report(line);
  });
  end_.is_explicit = end_.is_explicit && said_end_;
}

void TargetProcess::order(char what) {
  // A write without a reader means that the keeper has ended; SIGPIPE must not end this process.
  struct sigaction ignore{};
  struct sigaction before{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  [[maybe_unused]] const ssize_t size = write(orders_, &what, 1);
  sigaction(SIGPIPE, &before, nullptr);
  ordered_ = what;
  end_.was_stopped = true;
  deadline_ = Clock::now() + kTimeToEnd;
}

void TargetProcess::stop() {
  if (ordered_ == 0 && !has_ended_) {
    order(kAskToEnd);
  }
}

void TargetProcess::end_now() {
  if (ordered_ != kEndAtOnce && !has_ended_) {
    order(kEndAtOnce);
  }
}

void TargetProcess::settle(int status) {
  has_ended_ = true;
  end_.is_explicit = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  end_.was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !end_.was_stopped;
  end_.how = how_it_ended(status);
}

void TargetProcess::take_news() {
  KeeperNews news{};
  while (!has_ended_ && read(news_, &news, sizeof news) == sizeof news) {
    switch (news.kind) {
      case KeeperNews::kStarted:
        target_ = news.pid;
        break;
      case KeeperNews::kEnded:
        settle(news.status);
        break;
      case KeeperNews::kFailed:
        has_ended_ = true;
        end_.how = fmt::format("could not be started: {}", std::strerror(news.status));
        break;
    }
  }
}

void TargetProcess::look_after_keeper() {
  int status = 0;
  if (waitpid(keeper_, &status, WNOHANG | WUNTRACED) != keeper_) {
    return;
  }
  if (WIFSTOPPED(status)) {
    kill(keeper_, SIGCONT);
    return;
  }
  keeper_ = -1;
  take_news();
  if (!has_ended_) {
    // The target ends with its keeper unless the backend prevents that.
    if (target_ > 0) {
      kill(-target_, SIGKILL);
    }
    has_ended_ = true;
    end_.lost_keeper = !end_.was_stopped;
    end_.how = "was left without its parent, which " + how_it_ended(status);
  }
}

void TargetProcess::see_to_time() {
  if (Clock::now() < deadline_) {
    return;
  }
  if (ordered_ != kEndAtOnce) {
    end_now();
  } else if (keeper_ > 0) {
    // The keeper does not obey.
    if (target_ > 0) {
      kill(-target_, SIGKILL);
    }
    kill(keeper_, SIGKILL);
  }
}

bool TargetProcess::has_ended() {
  if (!has_ended_) {
    take_news();
    // The keeper may also be stopped.
    look_after_keeper();
  }
  if (!has_ended_) {
    see_to_time();
  } else if (keeper_ > 0) {
    // The keeper has reported everything.
    kill(keeper_, SIGKILL);
    waitpid(keeper_, nullptr, 0);
    keeper_ = -1;
  }
  return has_ended_;
}

double TargetProcess::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

double TargetProcess::cpu_seconds() const {
  clockid_t clock{};
  timespec used{};
  if (target_ <= 0 || has_ended_ || clock_getcpuclockid(target_, &clock) != 0 ||
      clock_gettime(clock, &used) != 0) {
    return 0;
  }
  constexpr double kNanoseconds = 1e9;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / kNanoseconds;
}

}  // namespace vconform::suites
