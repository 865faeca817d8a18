#include "suites/commands/streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>

#include "suites/commands/commands.h"
#include "suites/files/disk_error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

constexpr std::array<int, 3> kDescriptors = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};

// errno of the first failed write to standard output; 0: none.
int output_error = 0;
bool output_was_closed = false;

// 0, or errno of the failed write.
int write_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(descriptor, data, size);
    if (written >= 0) {
      data += written;
      size -= static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {
      pollfd ready{descriptor, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// The stream functions report success whatever happens: otherwise fmt::print would throw in the
// middle of a run that still has results to write.
ssize_t write_output(void* /*cookie*/, const char* data, std::size_t size) {
  if (output_error == 0) {
    output_error = output_was_closed ? EBADF : write_all(STDOUT_FILENO, data, size);
  }
  return static_cast<ssize_t>(size);
}

ssize_t write_errors(void* /*cookie*/, const char* data, std::size_t size) {
  write_all(STDERR_FILENO, data, size);
  return static_cast<ssize_t>(size);
}

FILE* stream_with(cookie_write_function_t* write, int buffering) {
  FILE* stream = fopencookie(nullptr, "w", {nullptr, write, nullptr, nullptr});
  if (stream == nullptr) {
    throw std::bad_alloc();
  }
  std::setvbuf(stream, nullptr, buffering, BUFSIZ);
  return stream;
}

void take_closed_descriptors() {
  for (const int descriptor : kDescriptors) {
    if (fcntl(descriptor, F_GETFD) >= 0) {
      continue;
    }
    output_was_closed |= descriptor == STDOUT_FILENO;
    // open() returns the lowest free descriptor, which is this one.
    if (open("/dev/null", O_RDWR) != descriptor) {
      _exit(kBroken);
    }
  }
}

[[noreturn]] void end_by_terminate() {
  std::fflush(stdout);
  std::string what = "an exception that nothing caught";
  if (const std::exception_ptr thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
      what = error.what();
    } catch (...) {
      what = "an exception of an unknown kind";
    }
  }
  fmt::print(stderr, "vconform: the run could not be finished: {}\n", printable(what));
  _exit(kBroken);
}

}  // namespace

void prepare_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  take_closed_descriptors();
  // glibc documents both streams as assignable variables.
  stdout = stream_with(write_output, isatty(STDOUT_FILENO) == 1 ? _IOLBF : _IOFBF);
  stderr = stream_with(write_errors, _IONBF);
  std::set_terminate(end_by_terminate);
}

int finish_streams(int status) {
  std::fflush(stdout);
  // A network file system, or one with quotas, may report only at close that there was no room.
  const int copy = dup(STDOUT_FILENO);
  if (copy >= 0 && close(copy) != 0 && output_error == 0 && errno != EINTR) {
    output_error = errno;
  }
  if (output_error == 0 || (status != kConforms && status != kDoesNotConform)) {
    return status;
  }
  fmt::print(stderr, "vconform: standard output: {}; what was to be printed is lost\n",
             error_text(output_error));
  return kBroken;
}

}  // namespace vconform::suites
