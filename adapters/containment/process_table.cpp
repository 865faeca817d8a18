#include "adapters/containment/process_table.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>

namespace vconform::adapters {

std::optional<ProcessEntry> process_entry(pid_t process) {
  const int fd = open(("/proc/" + std::to_string(process) + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return std::nullopt;
  }
  std::array<char, 512> text{};
  const ssize_t size = read(fd, text.data(), text.size() - 1);
  close(fd);
  // The name, in parentheses, may hold anything: "1 (a) R 0)".
  const char* after_name = size > 0 ? std::strrchr(text.data(), ')') : nullptr;
  ProcessEntry entry{process, 0, '?'};
  if (after_name == nullptr ||
      std::sscanf(after_name + 1, " %c %d", &entry.state, &entry.parent) != 2) {
    return std::nullopt;
  }
  return entry;
}

pid_t tracer_of(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("TracerPid:")) {
      return static_cast<pid_t>(std::atoi(line.c_str() + std::strlen("TracerPid:")));
    }
  }
  return 0;
}

ProcessTable ProcessTable::now() {
  ProcessTable table;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc"), closedir);
  while (const dirent* found = folder ? readdir(folder.get()) : nullptr) {
    const auto process = static_cast<pid_t>(std::atoi(found->d_name));
    if (process > 0) {
      if (const auto entry = process_entry(process)) {
        table.entries_.push_back(*entry);
      }
    }
  }
  return table;
}

std::vector<pid_t> ProcessTable::children(pid_t process) const {
  std::vector<pid_t> found;
  for (const ProcessEntry& entry : entries_) {
    if (entry.parent == process) {
      found.push_back(entry.process);
    }
  }
  return found;
}

std::vector<pid_t> ProcessTable::descendants(pid_t process) const {
  std::vector<pid_t> found = children(process);
  for (std::size_t i = 0; i < found.size() && found.size() <= entries_.size(); ++i) {
    for (const pid_t child : children(found[i])) {
      found.push_back(child);
    }
  }
  return found;
}

}  // namespace vconform::adapters
