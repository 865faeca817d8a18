// Memory limits of control groups, versions 1 and 2, in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vconform::adapters {

// The lowest limit of the groups that the file names (the form of /proc/self/cgroup) and of all
// above them, below the mount point; nullopt if there is none.
std::optional<std::uint64_t> cgroup_memory_limit(const std::string& groups_file,
                                                 const std::string& mount_point);

}  // namespace vconform::adapters
