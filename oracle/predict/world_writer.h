// The place where the steps of a case add to a world and to the memory images that later steps
// read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "oracle/predict/budget.h"
#include "oracle/predict/simulated_memory.h"
#include "oracle/predict/world.h"

namespace vconform::oracle {

class WorldWriter {
 public:
  // All arguments must outlive the object.
  WorldWriter(World& world, SimulatedMemory& memory, Budget& budget)
      : world_(world), memory_(memory), budget_(budget) {}

  // Adds an expectation to the world; returns its number.
  std::uint32_t keep(Expectation expectation);

  // Writes the expectations of all elements from number `first` on to the memory images.
  void write_from(std::size_t first);

  // A range of bytes, [first, end), which may reach beyond the memory.
  struct Bytes {
    spec::MemoryId memory;
    std::uint64_t first;
    std::uint64_t end;
  };
  void leave_open(const Bytes& bytes, std::uint32_t expectation, std::size_t step);

 private:
  World& world_;
  SimulatedMemory& memory_;
  Budget& budget_;
};

}  // namespace vconform::oracle
