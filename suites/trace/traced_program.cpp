#include "suites/trace/traced_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "adapters/intrinsics/records/trace_message.h"
#include "spec/text/error.h"
#include "suites/files/descriptor.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

// Programs that close or number descriptors themselves use low ones.
constexpr int kHighDescriptor = 200;

struct Pair {
  int ours;
  int theirs;
};

Pair make_sockets() {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  const int high = fcntl(pair[1], F_DUPFD_CLOEXEC, kHighDescriptor);
  if (high >= 0) {
    close(pair[1]);
    pair[1] = high;
  }
  return {pair[0], pair[1]};
}

Pair make_pipe() {
  std::array<int, 2> pair{};
  if (pipe2(pair.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  return {pair[0], pair[1]};
}

// In the child. Tells the parent through `failed` why the program cannot be started.
[[noreturn]] void become(const ProgramRun& run, int socket, int failed) {
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    std::signal(signal, SIG_DFL);
  }
  if (run.keeps_output_away) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  fcntl(socket, F_SETFD, 0);
  setenv("VCONFORM_TRACE", std::to_string(socket).c_str(), 1);
  for (const auto& [name, value] : run.variables) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char*> words;
  for (const std::string& word : run.words) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = write(failed, &reason, sizeof reason);
  _exit(127);
}

// An empty packet looks like the end.
bool is_closed(int socket) {
  pollfd waiting{socket, POLLIN, 0};
  poll(&waiting, 1, 0);
  return (waiting.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

// Reads what is there. False once the other end is closed.
bool read_packets(int socket, const std::function<void(std::span<const std::uint8_t>)>& on_packet) {
  std::array<std::uint8_t, adapters::intrinsics::kMostTraceBytes> packet{};
  while (true) {
    const ssize_t size = recv(socket, packet.data(), packet.size(), MSG_DONTWAIT);
    if (size < 0 || (size == 0 && is_closed(socket))) {
      return size < 0 && (errno == EAGAIN || errno == EINTR);
    }
    on_packet(std::span(packet).first(static_cast<std::size_t>(size)));
  }
}

// The end of the child, and what it sends until then.
int follow(pid_t child, int socket,
           const std::function<void(std::span<const std::uint8_t>)>& on_packet) {
  constexpr int kWhileOpen = 50;
  constexpr int kAfterwards = 2;
  int status = 0;
  bool is_open = true;
  while (waitpid(child, &status, WNOHANG) != child) {
    pollfd waiting{socket, POLLIN, 0};
    poll(&waiting, is_open ? 1 : 0, is_open ? kWhileOpen : kAfterwards);
    is_open = is_open && read_packets(socket, on_packet);
  }
  if (is_open) {
    read_packets(socket, on_packet);
  }
  return status;
}

}  // namespace

int run_traced(const ProgramRun& run,
               const std::function<void(std::span<const std::uint8_t>)>& on_packet) {
  const Pair failure = make_pipe();
  const Descriptor failed(failure.ours);
  const Pair sockets = make_sockets();
  const Descriptor ours(sockets.ours);
  const pid_t child = fork();
  if (child < 0) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  if (child == 0) {
    become(run, sockets.theirs, failure.theirs);
  }
  close(failure.theirs);
  close(sockets.theirs);
  int reason = 0;
  if (read(failed.number(), &reason, sizeof reason) == sizeof reason) {
    int status = 0;
    waitpid(child, &status, 0);
    throw spec::InputError(in_quotes(run.words.front()) +
                           " cannot be started: " + std::strerror(reason));
  }
  return follow(child, ours.number(), on_packet);
}

}  // namespace vconform::suites
