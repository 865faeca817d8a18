#include "suites/runner/jobs.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>
#include <system_error>

#include "suites/runner/unit_json.h"

namespace vconform::suites {

namespace {

// Shared by all processes: the next unit to take.
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
  std::uint64_t unit;
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

void say(int fd, Header::Kind kind, std::size_t unit, std::string_view text) {
  const Header header{kind, unit, text.size()};
  write_all(fd, &header, sizeof header);
  write_all(fd, text.data(), text.size());
}

[[noreturn]] void be_child(int fd, const std::vector<Unit>& units, SharedCounter& next,
                           const std::function<UnitRunner()>& start) {
  try {
    const UnitRunner run = start();
    for (std::size_t i = next.take(); i < units.size(); i = next.take()) {
      say(fd, Header::kStarted, i, "");
      say(fd, Header::kFinished, i, to_message(run(units[i])));
    }
  } catch (const std::exception& error) {
    say(fd, Header::kFailed, 0, error.what());
  }
  // No destructors or buffers of the parent's.
  _exit(0);
}

struct Child {
  pid_t pid = -1;
  int fd = -1;
  std::string received;
  std::optional<std::size_t> running;
};

Child start_child(const std::vector<Unit>& units, SharedCounter& next,
                  const std::function<UnitRunner()>& start) {
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
    be_child(ends[1], units, next, start);
  }
  close(ends[1]);
  return {pid, ends[0], "", std::nullopt};
}

UnitResult crashed(const Unit& unit, int status) {
  Deviation deviation;
  deviation.claim = claim_name(unit);
  deviation.verdict = "CRASH";
  deviation.in_short =
      WIFSIGNALED(status)
          ? fmt::format("the process was ended by signal {} ({})", WTERMSIG(status),
                        strsignal(WTERMSIG(status)))
          : fmt::format("the process ended itself with status {}", WEXITSTATUS(status));
  deviation.details = "  reason   " + deviation.in_short + "\n";
  deviation.count = deviation.failing_cases = 1;
  UnitResult result;
  result.deviations.push_back(deviation);
  return result;
}

// The parent's side of a run.
class Pool {
 public:
  Pool(const std::vector<Unit>& units, const std::function<UnitRunner()>& start,
       const std::function<void(const UnitResult&)>& finished)
      : units_(units), start_(start), finished_(finished), results_(units.size()) {}

  std::vector<UnitResult> run(std::size_t jobs) {
    for (std::size_t i = 0; i < std::min(jobs, units_.size()); ++i) {
      children_.push_back(start_child(units_, next_, start_));
    }
    while (!children_.empty()) {
      wait_for_news();
    }
    if (!failure_.empty()) {
      throw std::runtime_error(failure_);
    }
    return std::move(results_);
  }

 private:
  void wait_for_news();
  // False when the child has closed its end.
  bool read_from(Child& child);
  void take_messages(Child& child);
  void bury(Child& child);
  void settle(std::size_t unit, UnitResult result);

  const std::vector<Unit>& units_;
  const std::function<UnitRunner()>& start_;
  const std::function<void(const UnitResult&)>& finished_;
  std::vector<UnitResult> results_;
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
        child.running = header.unit;
        break;
      case Header::kFinished:
        child.running.reset();
        settle(header.unit, from_message(text));
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
    settle(*running, crashed(units_[*running], status));
    child = start_child(units_, next_, start_);
  }
}

void Pool::settle(std::size_t unit, UnitResult result) {
  results_[unit] = std::move(result);
  finished_(results_[unit]);
}

}  // namespace

std::vector<UnitResult> run_in_processes(const std::vector<Unit>& units, std::size_t jobs,
                                         const std::function<UnitRunner()>& start,
                                         const std::function<void(const UnitResult&)>& finished) {
  return Pool(units, start, finished).run(jobs);
}

}  // namespace vconform::suites
