// A case elsewhere in its memories, so that several stand side by side in one program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "spec/case/case.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

// Bytes for each memory.
using PerMemory = std::array<std::uint64_t, spec::kMemoryCount>;

constexpr std::size_t index_of(spec::MemoryId id) {
  return static_cast<std::size_t>(id);
}

// The case of one instruction, its last step, with every address moved up by the bytes of its
// memory, a multiple of kShiftAlignment: operands, placements, and addresses in registers. The
// memories keep their sizes. nullopt if an address does not fit its register.
inline constexpr std::uint64_t kShiftAlignment = 1024;
std::optional<spec::Case> shifted(spec::Case one, const PerMemory& by);

// A multiple of every alignment, by which an operand begins behind the first result of another
// instruction.
inline constexpr std::uint64_t kLate = 64;

// Whether DEQSCALE holds the address of a vector for the instruction.
bool reads_scale_as_address(const spec::Step& instruction);

}  // namespace vconform::generators
