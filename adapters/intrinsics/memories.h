// The memories of the core, as the process sees them: where they are, and which operand is in one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "adapters/vconform_adapter.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::intrinsics {

// Addresses below are offsets into GM: the lowest pages that no process maps.
inline constexpr std::uint64_t kLowestPointer = 0x10000;
// Bytes of the GM that has no buffer of the program; only pages that are touched exist.
inline constexpr std::uint64_t kGmBytes = std::uint64_t{1} << 30;
// No page gives the size of the Fixpipe buffer: room for the 4095 quant words of 8 bytes and the
// alphas of one instruction, whose addresses FPC can name.
inline constexpr std::uint64_t kFixpipeBytes = 64 * 1024;

// On-chip memories have the larger of the products' sizes and lie below 0x7fff8000, where the
// shadow of a sanitizer begins, at multiples of 16 MiB: code keeps their addresses in 32 bits and
// shifts them into DEQSCALE and FPC. Beyond the end of each nothing is mapped. All bytes are 0 at
// first. They are never unmapped, since a program may use them until it ends.
class Memories {
 public:
  // Throws std::runtime_error if there is no room for them.
  Memories();

  // The offset that an operand's address means in a memory: the address itself below the memory's
  // size, or its distance from the memory's start. nullopt for another pointer of the host.
  std::optional<std::uint64_t> offset_of(spec::MemoryId memory, std::uint64_t address) const;

  // Null beyond the end.
  std::uint8_t* at(spec::MemoryId memory, std::uint64_t offset) const;
  std::uint64_t size(spec::MemoryId memory) const { return of(memory).size; }

  // Those on the chip, in place; GM is absent.
  vconform_memories on_chip() const;

 private:
  const vconform_memory& of(spec::MemoryId memory) const {
    return memories_[static_cast<std::size_t>(memory)];
  }

  std::array<vconform_memory, spec::kMemoryCount> memories_{};
};

}  // namespace vconform::adapters::intrinsics
