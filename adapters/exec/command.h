// COMMAND as a process that is spoken with by its stdin and stdout.
#pragma once

#include <sys/types.h>
#include <sys/uio.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <semaphore>
#include <span>
#include <string>
#include <thread>

namespace vconform::adapters::exec {

// Thrown when nobody is at the other end of stdin or stdout any more.
struct Closed {};

class Command {
 public:
  // Starts it by /bin/sh -c, with the stderr of this process. Throws std::system_error.
  explicit Command(const std::string& command);
  // Kills it if it runs.
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // These throw Closed.
  void send(std::span<iovec> parts);
  void receive(void* to, std::size_t bytes);

  // Whether it has sent bytes that were not received.
  bool has_more() const;
  // The end of its stdin.
  void close_input();
  // The status of waitpid once it has ended; nullopt if it still runs after `patience`.
  std::optional<int> ended(std::chrono::milliseconds patience);

 private:
  int input_ = -1;
  int output_ = -1;
  pid_t pid_ = -1;
  std::optional<int> status_;
  // The kernel kills the process when the thread that started it ends: a contained worker may not.
  std::binary_semaphore enough_{0};
  std::jthread keeper_;
};

}  // namespace vconform::adapters::exec
