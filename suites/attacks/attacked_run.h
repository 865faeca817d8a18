// One run of the built program while something attacks it: what it says, how it ends, and what is
// left of it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vconform::suites::attacks {

struct Command {
  // The first is the program.
  std::vector<std::string> words;
  // Besides PATH, HOME and TMPDIR, which are all that is left of this process's own.
  std::map<std::string, std::string> environment = {};
  // Where it runs; here when empty.
  std::string folder = {};
  // In the new process, just before the program starts: limits, descriptors.
  std::function<void()> prepare = {};
  // From outside, again and again while it runs.
  std::function<void(pid_t program)> meanwhile = {};
  // A longer run counts as hanging. VCONFORM_ATTACKS_SECONDS overrides it for all.
  std::chrono::seconds at_most{90};
};

struct Ended {
  // As a shell says it: the exit code, or 128 and the signal.
  int code = -1;
  std::string out;
  std::string error;
  // Ran out of time: everything of it was killed.
  bool hung = false;
  // Command lines of the processes that were still there a second after it ended; killed by now.
  std::vector<std::string> left_behind;
  std::chrono::milliseconds took{0};

  std::string all() const { return out + error; }
};

// From here on every process that loses its parent below this one becomes its child: nothing that a
// run starts can hide.
void adopt_orphans();

Ended run(const Command& command);

// The processes below this one, ended ones that nobody has waited for left out.
std::vector<pid_t> descendants(pid_t process);
// From /proc; empty when it is gone.
std::string command_line(pid_t process);
std::string command_name(pid_t process);

}  // namespace vconform::suites::attacks
