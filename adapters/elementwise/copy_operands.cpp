#include "adapters/elementwise/copy_operands.h"

namespace vconform::adapters {

std::span<std::uint8_t> bytes_of_memory(const vconform_memories& memories, spec::MemoryId id) {
  const vconform_memory& memory = memories.memory[static_cast<std::size_t>(id)];
  return {memory.data, memory.data == nullptr ? 0 : memory.size};
}

std::optional<std::string> address_problem(const char* name, const vconform_address& address,
                                           spec::MemoryId belongs) {
  const spec::Memory& memory = spec::memory_of(belongs);
  if (address.memory != static_cast<std::uint32_t>(belongs)) {
    return std::string(name) + " is not in " + std::string(memory.name);
  }
  if (address.offset % memory.alignment != 0) {
    return std::string(name) + " at byte " + std::to_string(address.offset) + " is not " +
           std::to_string(memory.alignment) + "-byte aligned";
  }
  return std::nullopt;
}

std::optional<std::string> bytes_problem(const vconform_memories& memories,
                                         const OperandBytes& operand) {
  const std::uint64_t size = bytes_of_memory(memories, operand.memory).size();
  if (operand.at <= size && operand.length <= size - operand.at) {
    return std::nullopt;
  }
  return std::string(operand.name) + " of " + std::to_string(operand.length) + " bytes at byte " +
         std::to_string(operand.at) + " leaves the " + std::to_string(size) + " bytes of " +
         std::string(spec::memory_of(operand.memory).name);
}

}  // namespace vconform::adapters
