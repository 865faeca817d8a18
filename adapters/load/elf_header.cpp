#include "adapters/load/elf_header.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>

namespace vconform::adapters {

namespace {

struct Machine {
  std::uint16_t number;
  const char* name;
};

constexpr std::array<Machine, 8> kMachines = {{
    {EM_X86_64, "x86-64"},
    {EM_AARCH64, "aarch64"},
    {EM_386, "x86 (32-bit)"},
    {EM_ARM, "arm (32-bit)"},
    {EM_RISCV, "riscv"},
    {EM_PPC64, "ppc64"},
    {EM_S390, "s390"},
    {EM_LOONGARCH, "loongarch"},
}};

}  // namespace

std::optional<std::string> elf_machine(const std::string& path) {
  // e_machine has the same place in 32-bit and 64-bit headers.
  constexpr std::size_t kMachineAt = offsetof(Elf64_Ehdr, e_machine);
  std::array<char, kMachineAt + 2> header{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(header.data(), header.size()) ||
      std::memcmp(header.data(), ELFMAG, SELFMAG) != 0) {
    return std::nullopt;
  }
  const bool big_endian = header[EI_DATA] == ELFDATA2MSB;
  const auto low = static_cast<unsigned char>(header[kMachineAt + (big_endian ? 1 : 0)]);
  const auto high = static_cast<unsigned char>(header[kMachineAt + (big_endian ? 0 : 1)]);
  const int number = low | high << 8;
  const auto* known = std::find_if(kMachines.begin(), kMachines.end(), [&](const Machine& machine) {
    return machine.number == number;
  });
  const std::string name =
      known == kMachines.end() ? "machine number " + std::to_string(number) : known->name;
  return big_endian ? name + " (big-endian)" : name;
}

std::string this_machine() {
  return elf_machine("/proc/self/exe").value_or("unknown");
}

}  // namespace vconform::adapters
