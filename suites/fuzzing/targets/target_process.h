// A fuzz target that runs in a process of its own, beside a keeper (target_keeper.h).
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
  // Besides what this process has, and VCONFORM_FUZZ_REPORT.
  std::vector<std::pair<std::string, std::string>> environment;
  // Made to end then.
  std::chrono::milliseconds at_most{0};
};

struct TargetEnd {
  // It said that it had done all and was about to end, and then did with exit code 0. Whatever runs
  // in its process can end that without a word; only the target itself knows what to say.
  bool is_explicit = false;
  // It was told to end, or made to.
  bool was_stopped = false;
  // Signal 9, and not from here.
  bool was_killed = false;
  // Its keeper has gone before it.
  bool lost_keeper = false;
  // It could not write what it found.
  bool cannot_write = false;
  // Half a sentence: "ended with exit code 77".
  std::string how;
};

// Its process group, and whatever else it started, ends with it, and with this process.
class TargetProcess {
 public:
  // Throws std::system_error where no process can be made; a program that cannot be run ends
  // with exit code 127.
  explicit TargetProcess(const TargetCall& call);
  TargetProcess(const TargetProcess&) = delete;
  TargetProcess& operator=(const TargetProcess&) = delete;
  ~TargetProcess();

  // Its number; 0 before it is known.
  pid_t pid() const { return target_; }

  // Where something new can be waited for, -1 for none.
  std::vector<int> descriptors() const;

  // What has come since: lines of its standard error, where anything in its process may write, and
  // those that it reports.
  using Take = std::function<void(std::string_view line)>;
  void read_lines(const Take& take_error, const Take& take_report);

  // Asks it to end, and makes it two seconds later.
  void stop();
  // Makes it end at once.
  void end_now();

  // Sees to its time; whether it has ended.
  bool has_ended();
  // Once it has, and its lines were read.
  const TargetEnd& end() const { return end_; }

  double seconds() const;
  // Of the processor, of all its threads.
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
  // What was ordered last, 0 for nothing.
  char ordered_ = 0;
  bool has_ended_ = false;
  TargetEnd end_;
};

// The exit code of a target that can no longer report, because its descriptor is not what it was.
inline constexpr int kReportLost = 76;

// That of one that cannot write what it finds.
inline constexpr int kCannotWrite = 75;

// A line by which a target says that it has done all.
inline constexpr std::string_view kEndLine = "end";

}  // namespace vconform::suites
