// The memories that the programs of a sweep use one after another. Around the operands of the
// current program they hold a canary.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "generators/sweep/memory.h"

namespace vconform::suites {

class SweptMemory {
 public:
  // Fills the memories, which the caller owns, with the canary.
  explicit SweptMemory(const generators::SweptMemories& memories);

  // Prepares the memories for a program; if its place is another one, puts the canary back first.
  // Returns whether the canary was still whole in the new place.
  bool place(const generators::SweepProgram& program);

  const generators::SweptMemories& memories() const { return memories_; }
  // From the first to the last byte of the current program, in each memory that it uses.
  const std::vector<generators::MemoryRange>& ranges() const { return ranges_; }
  std::span<std::uint8_t> bytes(const generators::MemoryRange& range) const;

  // Whether the canary around the program is whole.
  bool is_clean_outside() const;
  // Fills everything with the canary.
  void clear();

 private:
  generators::SweptMemories memories_;
  std::vector<generators::MemoryRange> ranges_;
  std::optional<generators::SweepProgram> program_;
};

// Memories of this process.
class OwnMemory {
 public:
  explicit OwnMemory(const std::array<std::uint64_t, spec::kMemoryCount>& sizes);
  ~OwnMemory() = default;
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;

  SweptMemory& swept() { return swept_; }
  const SweptMemory& swept() const { return swept_; }
  // For golden; they are as long valid as this object.
  vconform_memories for_execute();

 private:
  std::array<std::vector<std::uint8_t>, spec::kMemoryCount> bytes_;
  SweptMemory swept_;
};

// Whether two memories hold the same in all of these ranges.
bool hold_the_same(const SweptMemory& a, const SweptMemory& b,
                   const std::vector<generators::MemoryRange>& ranges);

}  // namespace vconform::suites
