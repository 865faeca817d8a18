#include "suites/trace/address_space.h"

#include <fmt/format.h>

#include "adapters/intrinsics/memories.h"

namespace vconform::suites {

std::uint64_t AddressSpace::resolved(spec::MemoryId memory, std::uint64_t operand) const {
  const std::uint64_t largest_offset =
      memory == spec::MemoryId::kGm ? adapters::intrinsics::kLowestPointer : of(memory).size;
  return operand < largest_offset ? of(memory).address + operand : operand;
}

std::optional<std::uint64_t> AddressSpace::offset_in(spec::MemoryId memory,
                                                     std::uint64_t address) const {
  const std::uint64_t offset = address - of(memory).address;
  return address >= of(memory).address && offset < of(memory).size ? std::optional(offset)
                                                                   : std::nullopt;
}

std::string AddressSpace::text_of(std::uint64_t address) const {
  for (const spec::Memory& memory : spec::kMemories) {
    if (const auto offset = offset_in(memory.id, address)) {
      return fmt::format("{}+{:#x}", memory.name, *offset);
    }
  }
  return fmt::format("{:#x}", address);
}

}  // namespace vconform::suites
