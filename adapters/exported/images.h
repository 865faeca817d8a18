// The memories of a program as a library of prototypes addresses them: where the program has them,
// by pointers of the host, or in memories of the library's own, by offsets.
#pragma once

#include <array>
#include <cstdint>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::exported {

// vconform_memory() of a library: the host's pointer to byte `offset`, null beyond the end. Null
// for a library that takes pointers of the host.
using LibraryMemory = void* (*)(int memory, std::uint64_t offset);

// A memory for which the library answers to the last byte is copied into it, and back afterwards.
class Images {
 public:
  // Copies in. `memories` must outlive it.
  Images(LibraryMemory library, vconform_memories& memories);

  // An offset, if the memory was copied; in GM from 64 KiB on the pointer that it answers
  // with, since pointers of the host are addresses in GM as well.
  std::uint64_t address(std::uint32_t memory, std::uint64_t offset) const;

  void copy_back();

 private:
  vconform_memories& memories_;
  // The copies; null for a memory that is used where it is.
  std::array<std::uint8_t*, VCONFORM_MEMORY_COUNT> inside_{};
};

}  // namespace vconform::adapters::exported
