#include "suites/processes/process_pool.h"

#include <fmt/format.h>
#include <malloc.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <system_error>
#include <thread>
#include <vector>

#include "adapters/load_error.h"
#include "spec/text/error.h"
#include "suites/processes/ended_process.h"
#include "suites/processes/pool_child.h"
#include "suites/processes/pool_message.h"
#include "suites/processes/task_ledger.h"
#include "suites/processes/watchdog.h"

namespace vconform::suites {

namespace {

using std::chrono::steady_clock;

// A child as its parent sees it.
struct Child {
  explicit Child(const PoolChild& started)
      : pid(started.pid), fd(started.fd), messages(started.mark), watchdog(started.pid) {}

  pid_t pid;
  int fd;
  PoolMessages messages;
  Watchdog watchdog;
  TaskLedger::Account account;
};

// Waits for a child after SIGKILL, but not for ever: a debugger may hold on to it.
void reap(pid_t child) {
  constexpr std::chrono::seconds kPatience{2};
  const auto deadline = steady_clock::now() + kPatience;
  while (waitpid(child, nullptr, WNOHANG) == 0 && steady_clock::now() < deadline) {
    const timespec nap{0, 1'000'000};
    nanosleep(&nap, nullptr);
  }
}

// The parent's side of a run.
class Pool {
 public:
  Pool(std::size_t tasks, const std::function<TaskRunner()>& start, const TaskListener& listener)
      : ledger_(tasks), start_(start), listener_(listener) {}
  // Ends the children that still run.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Returns the number of tasks that were taken.
  std::size_t run(std::size_t jobs, const Deadline& deadline);

 private:
  void wait_for_news();
  void watch();
  // False if the child has closed its end.
  bool read_from(Child& child);
  void take(Child& child, const PoolMessage& message);
  // Throws unless the child ended as it should.
  void bury(Child& child);

  TaskLedger ledger_;
  const std::function<TaskRunner()>& start_;
  const TaskListener& listener_;
  SharedCounter next_;
  std::vector<Child> children_;
  steady_clock::time_point next_look_ = steady_clock::now() + kWatchInterval;
};

Pool::~Pool() {
  for (const Child& child : children_) {
    kill(child.pid, SIGKILL);
  }
  for (const Child& child : children_) {
    reap(child.pid);
    close(child.fd);
  }
}

std::size_t Pool::run(std::size_t jobs, const Deadline& deadline) {
  const auto may_take = [&] {
    return !deadline || next_.taken() == 0 || steady_clock::now() < *deadline;
  };
  const std::size_t children = std::min(jobs, ledger_.tasks());
  // Each child would hold what this process has freed and not given back.
  malloc_trim(0);
  for (std::size_t i = 0; i < children; ++i) {
    children_.emplace_back(
        start_pool_child({i, children}, ledger_.tasks(), next_, start_, may_take));
  }
  while (!children_.empty()) {
    wait_for_news();
    watch();
  }
  const std::size_t taken = deadline ? std::min(next_.taken(), ledger_.tasks()) : ledger_.tasks();
  ledger_.check_complete(taken);
  return taken;
}

void Pool::wait_for_news() {
  std::vector<pollfd> ends;
  for (const Child& child : children_) {
    ends.push_back({child.fd, POLLIN, 0});
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_look_ - steady_clock::now());
  const auto timeout = std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 1000);
  if (poll(ends.data(), ends.size(), static_cast<int>(timeout)) < 0) {
    if (errno == EINTR) {
      return;
    }
    throw std::system_error(errno, std::generic_category(), "poll");
  }
  for (std::size_t i = ends.size(); i-- > 0;) {
    if (ends[i].revents != 0 && !read_from(children_[i])) {
      Child child = std::move(children_[i]);
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
      bury(child);
    }
  }
}

void Pool::watch() {
  if (steady_clock::now() < next_look_) {
    return;
  }
  for (Child& child : children_) {
    if (child.watchdog.look() == Watchdog::Sight::kGivenUp) {
      throw BrokenRun("a process of the run " + child.watchdog.reason());
    }
  }
  next_look_ = steady_clock::now() + kWatchInterval;
}

bool Pool::read_from(Child& child) {
  std::array<char, 65536> buffer;
  const ssize_t size = read(child.fd, buffer.data(), buffer.size());
  if (size < 0 && errno == EINTR) {
    return true;
  }
  if (size <= 0) {
    return false;
  }
  child.messages.add({buffer.data(), static_cast<std::size_t>(size)});
  while (const auto message = child.messages.next()) {
    take(child, *message);
  }
  return true;
}

void Pool::take(Child& child, const PoolMessage& message) {
  switch (message.kind) {
    case PoolMessage::kStarted:
      return ledger_.start(child.account, message.task);
    case PoolMessage::kFinished:
      ledger_.finish(child.account, message.task);
      return listener_.finished(message.task, message.text);
    case PoolMessage::kEnded:
      return ledger_.end(child.account, message.task);
    case PoolMessage::kInputError:
      throw spec::InputError(message.text);
    case PoolMessage::kLoadError:
      throw adapters::LoadError(message.text);
    default:
      throw std::runtime_error(message.text);
  }
}

void Pool::bury(Child& child) {
  close(child.fd);
  int status = 0;
  while (waitpid(child.pid, &status, 0) < 0) {
    if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "waitpid");
    }
  }
  if (status != 0) {
    throw BrokenRun(fmt::format("a process of the run {}{}", WIFSIGNALED(status) ? "was " : "",
                                how_it_ended(status)));
  }
  if (!child.account.ended || !child.messages.empty()) {
    throw BrokenRun("a process of the run ended without having sent its last result");
  }
}

}  // namespace

std::size_t job_count(std::size_t asked) {
  return asked != 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

std::size_t run_tasks(std::size_t tasks, std::size_t jobs, const std::function<TaskRunner()>& start,
                      const TaskListener& listener, const Deadline& deadline) {
  return Pool(tasks, start, listener).run(jobs, deadline);
}

}  // namespace vconform::suites
