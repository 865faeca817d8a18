// The processes of this machine, as /proc shows them at one moment.
#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

namespace vconform::adapters {

struct ProcessEntry {
  pid_t process = 0;
  pid_t parent = 0;
  // As in /proc/PID/stat: 'R', 'S', 'D', 'T' stopped, 't' traced and standing still, 'Z' ended.
  char state = '?';
};

// nullopt if the process is gone or /proc is missing.
std::optional<ProcessEntry> process_entry(pid_t process);
// The process that traces this one; 0 if there is none or it is unknown.
pid_t tracer_of(pid_t process);

class ProcessTable {
 public:
  // Empty without /proc.
  static ProcessTable now();

  const std::vector<ProcessEntry>& entries() const { return entries_; }
  std::vector<pid_t> children(pid_t process) const;
  std::vector<pid_t> descendants(pid_t process) const;

 private:
  std::vector<ProcessEntry> entries_;
};

}  // namespace vconform::adapters
