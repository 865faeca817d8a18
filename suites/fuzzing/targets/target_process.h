// A fuzz target in a process of its own, with a keeper (target_keeper.h) as its parent.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suites/fuzzing/targets/pipe_lines.h"

namespace vconform::suites {

struct TargetCall {
  std::string program;
  std::vector<std::string> arguments;
  // Added to the variables of this process and VCONFORM_FUZZ_REPORT.
  std::vector<std::pair<std::string, std::string>> environment;
  // After this time the target is made to end.
  std::chrono::milliseconds at_most{0};
};

struct TargetEnd {
  // It said that it was done and then ended with exit code 0. Any code in its process can end it
  // silently; only the target itself knows what to say.
  bool is_explicit = false;
  // It was asked or made to end.
  bool was_stopped = false;
  // It was ended by a signal 9 that this process did not send.
  bool was_killed = false;
  // Its keeper ended before it.
  bool lost_keeper = false;
  // Why it could not write what it found; empty if it could.
  std::string cannot_write;
  // Half a sentence, such as "ended with exit code 77".
  std::string how;
};

// The target, its process group and everything else that it started end with this object, and with
// this process.
class TargetProcess {
 public:
  // Throws std::system_error if no process can be made; a program that cannot be run ends with exit
  // code 127.
  explicit TargetProcess(const TargetCall& call);
  TargetProcess(const TargetProcess&) = delete;
  TargetProcess& operator=(const TargetProcess&) = delete;
  ~TargetProcess();

  // The process number of the target; 0 before it is known.
  pid_t pid() const { return target_; }

  // Descriptors to poll for news; -1 stands for one that is closed.
  std::vector<int> descriptors() const;

  // Passes on what has arrived: lines of its standard error, to which anything in its process may
  // write, and the lines that the target itself reports.
  using Take = std::function<void(std::string_view line)>;
  void read_lines(const Take& take_error, const Take& take_report);

  // Asks it to end, and makes it end two seconds later.
  void stop();
  // Makes it end at once.
  void end_now();

  // Enforces its time limit. Returns whether it has ended.
  bool has_ended();
  // Valid after it has ended and its lines were read.
  const TargetEnd& end() const { return end_; }

  double seconds() const;
  // CPU seconds of all its threads.
  double cpu_seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  void order(char what);
  void take_news();
  void look_after_keeper();
  void see_to_time();
  void settle(int status);

  pid_t keeper_ = -1;
  pid_t target_ = 0;
  int orders_ = -1;
  int news_ = -1;
  std::unique_ptr<PipeLines> errors_;
  std::unique_ptr<PipeLines> report_;
  std::string nonce_;
  bool said_end_ = false;
  Clock::time_point started_;
  Clock::time_point deadline_;
  // The last order; 0: none.
  char ordered_ = 0;
  bool has_ended_ = false;
  TargetEnd end_;
};

// The exit code of a target that can no longer report, because its descriptor has changed.
inline constexpr int kReportLost = 76;

// The line by which a target says that it is done.
inline constexpr std::string_view kEndLine = "end";
// The first word of the line by which it says why it cannot write what it finds. Not an exit code,
// which the backend in its process could use too.
inline constexpr std::string_view kCannotWrite = "cannot-write ";

}  // namespace vconform::suites
