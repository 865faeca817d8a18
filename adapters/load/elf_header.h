// The machine that a file was built for, from its ELF header.
#pragma once

#include <optional>
#include <string>

namespace vconform::adapters {

// "x86-64", "aarch64" and so on; nullopt if the file does not start with an ELF header.
std::optional<std::string> elf_machine(const std::string& path);

// The machine of the running program.
std::string this_machine();

}  // namespace vconform::adapters
