// The operands of one call in the memories that a backend is given.
//
// An operand in a memory of the core stays in place: the backend gets the memory itself, nothing is
// copied. A buffer in GM is passed as it lies, from the 64-byte line of the operand on. Any other
// buffer, a host array that stands for UB, L1 or L0C, is copied and copied back afterwards, behind
// a copy of that memory if another operand is in it; its address modulo 64 stays, so that it is as
// aligned as before.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/intrinsics/memories.h"

namespace vconform::adapters::intrinsics {

struct Operand {
  spec::MemoryId memory;
  // The address as given, replaced by the offset in the memory that the backend gets.
  std::uint64_t* address;
  std::uint64_t bytes;
  bool is_written;
};

struct PlacementProblem {
  // That of the call: VCONFORM_REJECTED if an operand leaves its memory.
  std::uint32_t status;
  std::string line;
};

// Copies at most spec::kMaxMemoryBytes of each memory.
class Placement {
 public:
  // `operands` must outlive it.
  Placement(const Memories& memories, std::span<const Operand> operands);

  // One line if the operands cannot be passed; nothing else may then be called.
  const std::optional<PlacementProblem>& problem() const { return problem_; }
  vconform_memories& passed() { return passed_; }
  // Copies results back to where the program has them.
  void write_back();

 private:
  struct alignas(64) Line {
    std::array<std::uint8_t, 64> bytes;
  };
  // A buffer of the program in a copied memory.
  struct Copied {
    spec::MemoryId memory;
    std::uint8_t* buffer;
    std::uint64_t offset;
    std::uint64_t bytes;
    bool is_written;
  };

  void place_in_gm(const Operand& operand);
  void place_inside(spec::MemoryId memory, std::span<const Operand> operands);
  void place_outside(spec::MemoryId memory, std::span<const Operand> operands);
  void copy_in(spec::MemoryId memory, std::uint64_t bytes);

  const Memories& memories_;
  vconform_memories passed_;
  std::array<std::vector<Line>, spec::kMemoryCount> lines_;
  std::vector<Copied> copied_;
  std::optional<PlacementProblem> problem_;
};

}  // namespace vconform::adapters::intrinsics
