// The memory that a backend holds and may hold, in bytes.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vconform::adapters {

// The resident bytes of a process, shared ones included; nullopt if it is gone or /proc is missing.
std::optional<std::uint64_t> resident_bytes(pid_t process);

// The bytes of "512M", "8G" or "1048576": a whole number above 0 with K, M, G or T, powers of 1024.
// nullopt for anything else.
std::optional<std::uint64_t> memory_size(std::string_view text);
// "3.5 GiB".
std::string memory_text(std::uint64_t bytes);

// The machine's memory, or the lower limit of this process's control groups.
std::uint64_t available_memory();
// Half of available_memory().
std::uint64_t default_memory_limit();

}  // namespace vconform::adapters
