#include "adapters/exported/images.h"

#include <algorithm>

namespace vconform::adapters::exported {

namespace {

// The lowest pages that no process maps.
constexpr std::uint64_t kLowestPointer = 0x10000;

std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

}  // namespace

Images::Images(LibraryMemory library, vconform_memories& memories) : memories_(memories) {
  for (std::size_t id = 0; library != nullptr && id < inside_.size(); ++id) {
    const vconform_memory& memory = memories.memory[id];
    auto* inside = static_cast<std::uint8_t*>(library(static_cast<int>(id), 0));
    if (inside == nullptr || memory.size == 0) {
      continue;
    }
    // Some programs have larger memories than any chip: to the library these are arrays of the
    // host.
    if (library(static_cast<int>(id), memory.size - 1) != inside + memory.size - 1) {
      continue;
    }
    std::copy_n(memory.data, memory.size, inside);
    inside_.at(id) = inside;
  }
}

std::uint64_t Images::address(std::uint32_t memory, std::uint64_t offset) const {
  const std::uint8_t* inside = inside_.at(memory);
  if (inside == nullptr) {
    return address_of(memories_.memory[memory].data) + offset;
  }
  const bool may_be_a_pointer = memory == VCONFORM_GM && offset >= kLowestPointer;
  return may_be_a_pointer ? address_of(inside) + offset : offset;
}

void Images::copy_back() {
  for (std::size_t id = 0; id < inside_.size(); ++id) {
    const vconform_memory& memory = memories_.memory[id];
    if (inside_[id] != nullptr) {
      std::copy_n(inside_[id], memory.size, memory.data);
    }
  }
}

}  // namespace vconform::adapters::exported
