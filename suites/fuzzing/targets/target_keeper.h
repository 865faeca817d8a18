// The process between the command fuzz and a target. As the target's parent it takes the place of
// the command for a backend that kills or stops its parent, and it ends what the target started.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>

namespace vconform::suites {

// Orders of the command, one byte each.
inline constexpr char kAskToEnd = 'T';
inline constexpr char kEndAtOnce = 'K';

// Messages to the command: first the number of the process, then how it ended.
struct KeeperNews {
  enum Kind : std::uint32_t { kStarted, kEnded, kFailed };
  Kind kind;
  // kStarted: the number of the target.
  pid_t pid;
  // kEnded: as from waitpid; kFailed: errno.
  int status;
};

// Descriptors that the keeper takes over; it closes all others.
struct KeeperEnds {
  int orders;
  int news;
  // The target's standard error, and the pipe that becomes its descriptor kReportDescriptor.
  int errors;
  int report;
};

inline constexpr int kReportDescriptor = 3;

// The exit code of a target that cannot be run.
inline constexpr int kCannotRun = 127;

// To be called in a child of the command, which has one thread; `arguments` and `environment` are
// those of execve. Ends when the target has ended, or with the command.
[[noreturn]] void be_keeper(const char* program, char* const* arguments, char* const* environment,
                            const KeeperEnds& ends, pid_t command);

}  // namespace vconform::suites
