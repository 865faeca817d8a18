#include "adapters/exec/command.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <latch>
#include <system_error>

namespace vconform::adapters::exec {

namespace {

// Large frames pass with fewer changes between the two processes.
constexpr int kPipeBytes = 1 << 20;
constexpr timespec kNap{0, 200'000};

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::array<int, 2> new_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    fail("a pipe");
  }
  fcntl(ends[1], F_SETPIPE_SZ, kPipeBytes);
  return ends;
}

// In the child, where only what is safe in signal handlers may be called.
[[noreturn]] void become(const char* command, int input, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_DFL);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  closefrom(STDERR_FILENO + 1);
  execl("/bin/sh", "sh", "-c", command, nullptr);
  constexpr int kCannotRun = 126;
  _exit(kCannotRun);
}

// A write to a pipe that nobody reads is Closed, whatever this process does with SIGPIPE.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&only_);
    sigaddset(&only_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &only_, &before_);
  }
  ~WithoutSigpipe() {
    if (sigismember(&before_, SIGPIPE) == 0) {
      constexpr timespec kNow{};
      while (sigtimedwait(&only_, nullptr, &kNow) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t only_{};
  sigset_t before_{};
};

std::span<iovec> without(std::span<iovec> parts, std::size_t written) {
  while (!parts.empty() && written >= parts.front().iov_len) {
    written -= parts.front().iov_len;
    parts = parts.subspan(1);
  }
  if (!parts.empty()) {
    parts.front().iov_base = static_cast<char*>(parts.front().iov_base) + written;
    parts.front().iov_len -= written;
  }
  return parts;
}

}  // namespace

Command::Command(const std::string& command) {
  const auto to = new_pipe();
  input_ = to[1];
  const auto from = new_pipe();
  output_ = from[0];
  std::latch started(1);
  int error = 0;
  keeper_ = std::jthread([&, this] {
    pid_ = fork();
    if (pid_ == 0) {
      become(command.c_str(), to[0], from[1]);
    }
    error = errno;
    started.count_down();
    enough_.acquire();
  });
  started.wait();
  close(to[0]);
  close(from[1]);
  if (pid_ == -1) {
    enough_.release();
    keeper_.join();
    close(input_);
    close(output_);
    throw std::system_error(error, std::generic_category(), "a process");
  }
}

Command::~Command() {
  close_input();
  close(output_);
  enough_.release();
  keeper_.join();
  if (!status_) {
    waitpid(pid_, nullptr, 0);
  }
}

void Command::send(std::span<iovec> parts) {
  const WithoutSigpipe quiet;
  while (!parts.empty()) {
    const ssize_t written = writev(input_, parts.data(), static_cast<int>(parts.size()));
    if (written >= 0) {
      parts = without(parts, static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      throw Closed{};
    } else if (errno != EINTR) {
      fail("the stdin of the program");
    }
  }
}

void Command::receive(void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = read(output_, at, bytes);
    if (got == 0) {
      throw Closed{};
    }
    if (got > 0) {
      at += got;
      bytes -= static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      fail("the stdout of the program");
    }
  }
}

bool Command::has_more() const {
  pollfd output{output_, POLLIN, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLIN) != 0;
}

void Command::close_input() {
  if (input_ != -1) {
    close(input_);
    input_ = -1;
  }
}

std::optional<int> Command::ended(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!status_) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      status_ = status;
    } else if (std::chrono::steady_clock::now() >= deadline) {
      break;
    } else {
      nanosleep(&kNap, nullptr);
    }
  }
  return status_;
}

}  // namespace vconform::adapters::exec
