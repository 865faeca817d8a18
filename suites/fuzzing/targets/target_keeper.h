// The process between the command fuzz and a target: the target's parent, so that a backend which
// kills or stops its parent meets the keeper, and the one that ends what the target started.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>

namespace vconform::suites {

// What the command tells it, one byte each.
inline constexpr char kAskToEnd = 'T';
inline constexpr char kEndAtOnce = 'K';

// What it tells the command: first the process, then how that ended.
struct KeeperNews {
  enum Kind : std::uint32_t { kStarted, kEnded, kFailed };
  Kind kind;
  // kStarted: of the target.
  pid_t pid;
  // kEnded: as waitpid gives it; kFailed: errno.
  int status;
};

// Descriptors that the keeper takes over; it closes all others.
struct KeeperEnds {
  int orders;
  int news;
  // The target's standard error, and what it reports on: descriptor kReportDescriptor there.
  int errors;
  int report;
};

inline constexpr int kReportDescriptor = 3;

// The target cannot be run.
inline constexpr int kCannotRun = 127;

// To be called in a child of the command, which has one thread; `arguments` and `environment` are
// those of execve. Ends when the target has ended, and with the command.
[[noreturn]] void be_keeper(const char* program, char* const* arguments, char* const* environment,
                            const KeeperEnds& ends, pid_t command);

}  // namespace vconform::suites
