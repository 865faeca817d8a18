// The memory that the suite and a worker share: a control block, and slots with a program and its
// five memories each. Everything around them is inaccessible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "adapters/isolation/control_block.h"
#include "adapters/isolation/guarded_memories.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

struct RegionShape {
  std::size_t slots = 1;
  // Of each slot.
  MemorySizes capacities{};
  std::size_t max_steps = 0;
};

// Inherited by forked processes. What is read from it may be anything, at any time: a worker can
// write to it.
class SharedRegion {
 public:
  // Throws std::system_error.
  explicit SharedRegion(const RegionShape& shape);

  const RegionShape& shape() const { return shape_; }
  ControlBlock& control() { return *control_; }
  const ControlBlock& control() const { return *control_; }
  SharedProgram& program(std::size_t slot) { return programs_[slot]; }
  // Room for max_steps of them.
  std::span<vconform_step> steps(std::size_t slot) {
    return {steps_ + slot * shape_.max_steps, shape_.max_steps};
  }
  const GuardedMemories& memories() const { return memories_; }
  const MemorySlot& memories(std::size_t slot) const { return memories_.slot(slot); }

 private:
  RegionShape shape_;
  PageRange pages_;
  ControlBlock* control_;
  SharedProgram* programs_;
  vconform_step* steps_;
  GuardedMemories memories_;
};

}  // namespace vconform::adapters
