#include "suites/runner/process_pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace vconform::suites {

namespace {

// Shared by all processes: the next task to take.
class SharedCounter {
 public:
  SharedCounter()
      : page_(mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                   0)) {
    if (page_ == MAP_FAILED) {
      throw std::system_error(errno, std::generic_category(), "mmap");
    }
    new (page_) Counter(0);
  }
  ~SharedCounter() { munmap(page_, sizeof(Counter)); }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  std::size_t take() { return static_cast<Counter*>(page_)->fetch_add(1); }

 private:
  using Counter = std::atomic<std::size_t>;
  static_assert(Counter::is_always_lock_free);

  void* page_;
};

// What a child says, in front of `size` bytes of text.
struct Header {
  enum Kind : std::uint64_t { kStarted, kFinished, kFailed };
  std::uint64_t kind;
  std::uint64_t task;
  std::uint64_t size;
};

void write_all(int fd, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = write(fd, at, size);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      _exit(1);  // the parent is gone
    }
    at += written;
    size -= static_cast<std::size_t>(written);
  }
}

void say(int fd, Header::Kind kind, std::size_t task, std::string_view text) {
  const Header header{kind, task, text.size()};
  write_all(fd, &header, sizeof header);
  write_all(fd, text.data(), text.size());
}

// A signal that reaches all processes of a run must not look like a crash of one of them.
void end_with_the_parent() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int asks_to_end : {SIGTERM, SIGINT, SIGHUP}) {
    std::signal(asks_to_end, SIG_IGN);
  }
}

[[noreturn]] void be_child(int fd, std::size_t tasks, SharedCounter& next,
                           const std::function<TaskRunner()>& start) {
  end_with_the_parent();
  try {
    const TaskRunner run = start();
    for (std::size_t i = next.take(); i < tasks; i = next.take()) {
      say(fd, Header::kStarted, i, "");
      say(fd, Header::kFinished, i, run(i));
    }
  } catch (const std::exception& error) {
    say(fd, Header::kFailed, 0, error.what());
  }
  // No destructors or buffers of the parent's.
  _exit(0);
}

std::string how_it_ended(int status) {
  return WIFSIGNALED(status)
             ? fmt::format("the process was ended by signal {} ({})", WTERMSIG(status),
                           strsignal(WTERMSIG(status)))
             : fmt::format("the process ended itself with status {}", WEXITSTATUS(status));
}

struct Child {
  pid_t pid = -1;
  int fd = -1;
  std::string received;
  std::optional<std::size_t> running;
};

Child start_child(std::size_t tasks, SharedCounter& next,
                  const std::function<TaskRunner()>& start) {
  int ends[2];
  if (pipe(ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  if (pid == 0) {
    close(ends[0]);
    be_child(ends[1], tasks, next, start);
  }
  close(ends[1]);
  return {pid, ends[0], "", std::nullopt};
}

// The parent's side of a run.
class Pool {
 public:
  Pool(std::size_t tasks, const std::function<TaskRunner()>& start, const TaskListener& listener)
      : tasks_(tasks), start_(start), listener_(listener) {}

  void run(std::size_t jobs) {
    for (std::size_t i = 0; i < std::min(jobs, tasks_); ++i) {
      children_.push_back(start_child(tasks_, next_, start_));
    }
    while (!children_.empty()) {
      wait_for_news();
    }
    if (!failure_.empty()) {
      throw std::runtime_error(failure_);
    }
  }

 private:
  void wait_for_news();
  // False when the child has closed its end.
  bool read_from(Child& child);
  void take_messages(Child& child);
  void bury(Child& child);

  std::size_t tasks_;
  const std::function<TaskRunner()>& start_;
  const TaskListener& listener_;
  SharedCounter next_;
  std::vector<Child> children_;
  std::string failure_;
};

void Pool::wait_for_news() {
  std::vector<pollfd> ends;
  for (const Child& child : children_) {
    ends.push_back({child.fd, POLLIN, 0});
  }
  if (poll(ends.data(), ends.size(), -1) < 0) {
    if (errno == EINTR) {
      return;
    }
    throw std::system_error(errno, std::generic_category(), "poll");
  }
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i].revents != 0 && !read_from(children_[i])) {
      bury(children_[i]);
    }
  }
  std::erase_if(children_, [](const Child& child) { return child.pid < 0; });
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
  child.received.append(buffer.data(), static_cast<std::size_t>(size));
  take_messages(child);
  return true;
}

void Pool::take_messages(Child& child) {
  Header header{};
  while (child.received.size() >= sizeof header) {
    std::memcpy(&header, child.received.data(), sizeof header);
    if (child.received.size() < sizeof header + header.size) {
      return;
    }
    const std::string text = child.received.substr(sizeof header, header.size);
    child.received.erase(0, sizeof header + header.size);
    switch (header.kind) {
      case Header::kStarted:
        child.running = header.task;
        break;
      case Header::kFinished:
        child.running.reset();
        listener_.finished(header.task, text);
        break;
      default:
        failure_ = text;
    }
  }
}

void Pool::bury(Child& child) {
  int status = 0;
  waitpid(child.pid, &status, 0);
  close(child.fd);
  const std::optional<std::size_t> running = child.running;
  child = Child{};
  if (!running && status != 0 && failure_.empty()) {
    failure_ =
        "a process of the run ended before its first case: the backend ends it when it starts";
  }
  if (running) {
    listener_.died(*running, how_it_ended(status),
                   WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    child = start_child(tasks_, next_, start_);
  }
}

}  // namespace

void run_tasks(std::size_t tasks, std::size_t jobs, const std::function<TaskRunner()>& start,
               const TaskListener& listener) {
  Pool(tasks, start, listener).run(jobs);
}

}  // namespace vconform::suites
