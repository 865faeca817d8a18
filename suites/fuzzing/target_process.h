// A fuzz target that runs in a process of its own.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vconform::suites {

struct TargetCall {
  std::string program;
  std::vector<std::string> arguments;
  // Besides what this process has.
  std::vector<std::pair<std::string, std::string>> environment;
  // Asked to end then, and made to two seconds later.
  std::chrono::milliseconds at_most{0};
};

struct TargetEnd {
  // Ended by itself, with exit code 0.
  bool is_clean = false;
  // It was told to.
  bool was_stopped = false;
  // Half a sentence: "ended with exit code 77".
  std::string how;
};

// It leads a process group of its own, which ends with it, and with this process.
class TargetProcess {
 public:
  // Throws std::system_error where no process can be made; a program that cannot be run ends
  // with exit code 127.
  explicit TargetProcess(const TargetCall& call);
  TargetProcess(const TargetProcess&) = delete;
  TargetProcess& operator=(const TargetProcess&) = delete;
  ~TargetProcess();

  // Where its standard error can be read, or -1 when it has closed that.
  int descriptor() const { return descriptor_; }

  // What it has said since: whole lines, without their ends, and what stands at the end of
  // everything. Long lines come in parts.
  void read_lines(const std::function<void(std::string_view line)>& take);

  // Asks it to end.
  void stop();

  // Sees to its time; whether it has ended.
  bool has_ended();
  // Once it has.
  const TargetEnd& end() const { return end_; }

  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  void send(int signal) const;

  pid_t pid_ = -1;
  int descriptor_ = -1;
  std::string unread_;
  Clock::time_point started_;
  Clock::time_point deadline_;
  bool is_asked_ = false;
  bool has_ended_ = false;
  TargetEnd end_;
};

}  // namespace vconform::suites
