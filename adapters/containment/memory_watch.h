// How much memory a backend holds, and how much it may. Bytes.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vconform::adapters {

// Resident bytes of a process, shared ones included; nullopt if it is gone or /proc is not there.
std::optional<std::uint64_t> resident_bytes(pid_t process);

// Of the process and all of its descendants. Reads all of /proc: a millisecond or so.
std::uint64_t resident_bytes_of_tree(pid_t process);

// "512M", "8G", "1048576": whole numbers with K, M, G or T, powers of 1024, more than 0. Nullopt
// for anything else.
std::optional<std::uint64_t> memory_size(std::string_view text);
// "3.5 GiB".
std::string memory_text(std::uint64_t bytes);

// The machine's memory, or what the control groups of this process leave of it.
std::uint64_t available_memory();
// Half of that.
std::uint64_t default_memory_limit();

}  // namespace vconform::adapters
