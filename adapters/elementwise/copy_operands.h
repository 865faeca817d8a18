// The operands of a copy whose row is served by element(), and checks of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/rows/memories.h"

namespace vconform::adapters {

// A number of bytes of a memory, from an address on.
struct OperandBytes {
  const char* name;
  spec::MemoryId memory;
  std::uint64_t at;
  std::uint64_t length;
};

// Empty if the program has no such memory.
std::span<std::uint8_t> bytes_of_memory(const vconform_memories& memories, spec::MemoryId id);

// One line on why an address is in the wrong memory or off its alignment; nullopt if it is neither.
std::optional<std::string> address_problem(const char* name, const vconform_address& address,
                                           spec::MemoryId belongs);

// One line on why bytes leave their memory; nullopt if they do not.
std::optional<std::string> bytes_problem(const vconform_memories& memories,
                                         const OperandBytes& operand);

}  // namespace vconform::adapters
