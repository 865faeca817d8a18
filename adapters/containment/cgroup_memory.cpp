#include "adapters/containment/cgroup_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace vconform::adapters {

namespace {

// Without a limit, version 2 writes "max" and version 1 a number close to 2^63.
std::optional<std::uint64_t> limit_in(const std::string& file) {
  constexpr std::uint64_t kNone = std::uint64_t{1} << 60;
  std::ifstream stream(file);
  std::uint64_t limit = 0;
  if (!(stream >> limit) || limit >= kNone) {
    return std::nullopt;
  }
  return limit;
}

std::optional<std::uint64_t> lower(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
  return a && b ? std::min(*a, *b) : a ? a : b;
}

// In a container the path is often the one outside, and only the mount point itself exists.
std::optional<std::uint64_t> lowest_up_from(std::string group, const std::string& mount_point,
                                            const std::string& name) {
  std::optional<std::uint64_t> lowest = limit_in(mount_point + "/" + name);
  while (group.size() > 1) {
    lowest = lower(lowest, limit_in(fmt::format("{}{}/{}", mount_point, group, name)));
    group.erase(group.rfind('/'));
  }
  return lowest;
}

}  // namespace

std::optional<std::uint64_t> cgroup_memory_limit(const std::string& groups_file,
                                                 const std::string& mount_point) {
  std::optional<std::uint64_t> lowest;
  std::ifstream groups(groups_file);
  // hierarchy:controllers:path
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos || line.find('/', second) != second + 1) {
      continue;
    }
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      lowest = lower(lowest, lowest_up_from(group, mount_point, "memory.max"));
      lowest = lower(lowest, lowest_up_from(group, mount_point + "/unified", "memory.max"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      lowest =
          lower(lowest, lowest_up_from(group, mount_point + "/memory", "memory.limit_in_bytes"));
    }
  }
  return lowest;
}

}  // namespace vconform::adapters
