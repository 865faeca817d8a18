#include "suites/processes/pool_child.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <system_error>

#include "adapters/load_error.h"
#include "adapters/region/processors.h"
#include "spec/text/error.h"
#include "suites/processes/pool_message.h"

namespace vconform::suites {

namespace {

class Speaker {
 public:
  Speaker(int fd, std::uint64_t mark) : fd_(fd), mark_(mark) {}

  void say(const PoolMessage& message) const {
    const std::string bytes = encode(mark_, message);
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t written = write(fd_, bytes.data() + at, bytes.size() - at);
      if (written < 0 && errno == EINTR) {
        continue;
      }
      if (written <= 0) {
        _exit(1);  // the parent has ended
      }
      at += static_cast<std::size_t>(written);
    }
  }

 private:
  int fd_;
  std::uint64_t mark_;
};

// A signal that reaches all processes of a run must not look like the death of one of them, and a
// file that grows too large must fail with an error from write.
void settle_signals(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(1);  // it ended before PR_SET_PDEATHSIG
  }
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXFSZ}) {
    std::signal(number, SIG_IGN);
  }
}

// Gives back what tasks have freed if that is much: many jobs run side by side. The next task then
// has a page fault for each of its pages, so that a job which ends many tasks a second does so
// once.
class FreedMemory {
 public:
  void give_back() {
    constexpr std::size_t kMostKept = std::size_t{8} << 20;
    const auto now = std::chrono::steady_clock::now();
    if (now >= next_ && mallinfo2().fordblks > kMostKept) {
      malloc_trim(0);
      next_ = now + std::chrono::seconds(1);
    }
  }

 private:
  std::chrono::steady_clock::time_point next_;
};

void run_all(const Speaker& speaker, std::size_t tasks, SharedCounter& next,
             const std::function<TaskRunner()>& start, const std::function<bool()>& may_take) {
  std::uint64_t finished = 0;
  FreedMemory freed;
  try {
    const TaskRunner run = start();
    while (may_take()) {
      const std::size_t i = next.take();
      if (i >= tasks) {
        break;
      }
      speaker.say({PoolMessage::kStarted, i, ""});
      speaker.say({PoolMessage::kFinished, i, run(i)});
      ++finished;
      freed.give_back();
    }
  } catch (const spec::InputError& error) {
    return speaker.say({PoolMessage::kInputError, 0, error.what()});
  } catch (const adapters::LoadError& error) {
    return speaker.say({PoolMessage::kLoadError, 0, error.what()});
  } catch (const std::exception& error) {
    return speaker.say({PoolMessage::kFailed, 0, error.what()});
  }
  speaker.say({PoolMessage::kEnded, finished, ""});
}

}  // namespace

SharedCounter::SharedCounter()
    : page_(mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                 0)) {
  if (page_ == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "mmap");
  }
  new (page_) Counter(0);
}

SharedCounter::~SharedCounter() {
  munmap(page_, sizeof(Counter));
}

PoolChild start_pool_child(const PoolPlace& place, std::size_t tasks, SharedCounter& next,
                           const std::function<TaskRunner()>& start,
                           const std::function<bool()>& may_take) {
  int ends[2];
  const std::uint64_t mark = new_mark();
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    const int error = errno;
    close(ends[0]);
    close(ends[1]);
    throw std::system_error(error, std::generic_category(), "fork");
  }
  if (pid == 0) {
    close(ends[0]);
    settle_signals(parent);
    adapters::keep_to_one_processor(place.number, place.jobs);
    run_all(Speaker(ends[1], mark), tasks, next, start, may_take);
    // Skips the destructors and buffers inherited from the parent.
    _exit(0);
  }
  close(ends[1]);
  return {pid, ends[0], mark};
}

}  // namespace vconform::suites
