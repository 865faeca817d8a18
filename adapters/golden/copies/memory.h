// The memories that copies go between.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::golden {

// Empty where the program has no such memory.
inline std::span<std::uint8_t> memory_of(const vconform_memories& memories, spec::MemoryId id) {
  const vconform_memory& memory = memories.memory[static_cast<std::size_t>(id)];
  return memory.data == nullptr ? std::span<std::uint8_t>() : std::span(memory.data, memory.size);
}

// Why an operand is misplaced: not where it belongs, or off its memory's alignment.
std::optional<std::string> place_problem(const std::string& name, const vconform_address& at,
                                         spec::MemoryId belongs);

// Why bytes [at, at + length) leave their memory. `length` is far below 2^64.
std::optional<std::string> bounds_problem(const std::string& name,
                                          const vconform_memories& memories, spec::MemoryId id,
                                          std::uint64_t at, std::uint64_t length);

}  // namespace vconform::adapters::golden
