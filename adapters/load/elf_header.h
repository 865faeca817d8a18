// What the header of a file says about the machine it was built for.
#pragma once

#include <optional>
#include <string>

namespace vconform::adapters {

// "x86-64", "aarch64" and so on; nothing when the file does not start with an ELF header.
std::optional<std::string> elf_machine(const std::string& path);

// The same of the running program.
std::string this_machine();

}  // namespace vconform::adapters
