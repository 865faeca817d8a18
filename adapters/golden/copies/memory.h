// Access to the memory of copies, and checks of their operands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::golden {

// Empty if the program has no such memory.
inline std::span<std::uint8_t> memory_of(const vconform_memories& memories, spec::MemoryId id) {
  const vconform_memory& memory = memories.memory[static_cast<std::size_t>(id)];
  return memory.data == nullptr ? std::span<std::uint8_t>() : std::span(memory.data, memory.size);
}

// One line on why an operand is in the wrong memory or off its alignment; nullopt if it is neither.
std::optional<std::string> place_problem(const std::string& name, const vconform_address& at,
                                         spec::MemoryId belongs);

// One line on why bytes [at, at + length) leave their memory; nullopt if they do not. `length` must
// be far below 2^64.
std::optional<std::string> bounds_problem(const std::string& name,
                                          const vconform_memories& memories, spec::MemoryId id,
                                          std::uint64_t at, std::uint64_t length);

}  // namespace vconform::adapters::golden
