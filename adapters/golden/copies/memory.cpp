#include "adapters/golden/copies/memory.h"

namespace vconform::adapters::golden {

std::optional<std::string> place_problem(const std::string& name, const vconform_address& at,
                                         spec::MemoryId belongs) {
  const spec::Memory& memory = spec::memory_of(belongs);
  if (at.memory != static_cast<std::uint32_t>(belongs)) {
    return name + " is not in " + std::string(memory.name);
  }
  if (at.offset % memory.alignment != 0) {
    return name + " at byte " + std::to_string(at.offset) + " is not " +
           std::to_string(memory.alignment) + "-byte aligned";
  }
  return std::nullopt;
}

std::optional<std::string> bounds_problem(const std::string& name,
                                          const vconform_memories& memories, spec::MemoryId id,
                                          std::uint64_t at, std::uint64_t length) {
  const std::uint64_t size = memory_of(memories, id).size();
  // The first test keeps the sum in the second one from wrapping.
  if (at <= size && at + length <= size) {
    return std::nullopt;
  }
  return name + " of " + std::to_string(length) + " bytes at byte " + std::to_string(at) +
         " leaves the " + std::to_string(size) + " bytes of " +
         std::string(spec::memory_of(id).name);
}

}  // namespace vconform::adapters::golden
