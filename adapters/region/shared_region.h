// The memory that the suite and a worker share: a control block, and slots with a program and its
// five memories each. Everything around them is inaccessible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "adapters/region/control_block.h"
#include "adapters/region/guarded_memories.h"
#include "adapters/region/shared_file.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

struct RegionShape {
  std::size_t slots = 1;
  // The sizes of each slot's memories, and the most steps of its program.
  MemorySizes capacities{};
  std::size_t max_steps = 0;
  // The size of the first slot's GM if that is larger.
  std::uint64_t first_gm = 0;
  // So many slots at the end have memories of `small` bytes each.
  std::size_t small_slots = 0;
  std::uint64_t small = 0;

  std::vector<MemorySizes> all_capacities() const;
};

// Anything read from it may change at any time: a worker can write to it.
class SharedRegion {
 public:
  // Makes a region, in which the small slots are still inaccessible. Throws std::system_error.
  explicit SharedRegion(const RegionShape& shape);
  // Maps, in the worker, a region that the suite made, in which no slot is accessible; closes the
  // descriptor. Throws std::system_error.
  SharedRegion(const RegionShape& shape, int descriptor);

  const RegionShape& shape() const { return shape_; }
  // The descriptor for a worker to map; it belongs to the region.
  int descriptor() const { return file_.descriptor(); }
  ControlBlock& control() { return *control_; }
  const ControlBlock& control() const { return *control_; }
  SharedProgram& program(std::size_t slot) { return programs_[slot]; }
  // Room for max_steps steps.
  std::span<vconform_step> steps(std::size_t slot) {
    return {steps_ + slot * shape_.max_steps, shape_.max_steps};
  }
  const GuardedMemories& memories() const { return memories_; }
  const MemorySlot& memories(std::size_t slot) const { return memories_.slot(slot); }

  // Converts an address of this process to a distance that both processes understand, and back:
  // they map the region at different addresses. Meaningless for addresses outside it.
  std::uint64_t distance_of(std::uint64_t address) const;
  std::uint64_t address_of(std::uint64_t distance) const;

 private:
  SharedRegion(const RegionShape& shape, std::size_t opened, SharedFile file);

  RegionShape shape_;
  SharedFile file_;
  PageRange pages_;
  ControlBlock* control_;
  SharedProgram* programs_;
  vconform_step* steps_;
  GuardedMemories memories_;
};

}  // namespace vconform::adapters
