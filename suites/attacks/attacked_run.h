// One run of the built program while something attacks it: its output, its end, and the processes
// that it leaves behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vconform::suites::attacks {

struct Command {
  // The program and its arguments.
  std::vector<std::string> words;
  // Variables added to PATH, HOME and TMPDIR, the only ones that are inherited.
  std::map<std::string, std::string> environment = {};
  // Working directory; empty: the current one.
  std::string folder = {};
  // Runs in the new process just before the program starts, for limits and descriptors.
  std::function<void()> prepare = {};
  // Called repeatedly by the test while the program runs.
  std::function<void(pid_t program)> meanwhile = {};
  // A longer run counts as hanging. VCONFORM_ATTACKS_SECONDS overrides it for all.
  std::chrono::seconds at_most{300};
};

struct Ended {
  // As a shell reports it: the exit code, or 128 plus the signal.
  int code = -1;
  std::string out;
  std::string error;
  // It ran out of time, and all of its processes were killed.
  bool hung = false;
  // Command lines of the processes that still lived a second after the end; they were killed.
  std::vector<std::string> left_behind;
  std::chrono::milliseconds took{0};

  std::string all() const { return out + error; }
};

// From here on every orphan among this process's descendants becomes its child, so that nothing
// that a run starts can hide.
void adopt_orphans();

Ended run(const Command& command);

// All descendants of a process except zombies.
std::vector<pid_t> descendants(pid_t process);
// Read from /proc; 0 or empty when the process is gone.
pid_t parent_of(pid_t process);
std::string command_line(pid_t process);
std::string command_name(pid_t process);

}  // namespace vconform::suites::attacks
