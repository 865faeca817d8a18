// What the steps of a case add to a world, and to the memories that later steps read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "oracle/predict/budget.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"

namespace vconform::oracle {

class WorldWriter {
 public:
  // All must outlive it.
  WorldWriter(World& world, SimulatedMemory& memory, Budget& budget)
      : world_(world), memory_(memory), budget_(budget) {}

  // The number of the expectation in the world.
  std::uint32_t keep(Expectation expectation);

  // What the elements from `first` on hold goes to memory.
  void write_from(std::size_t first);

  // Nothing is promised about the bytes [first, end), as far as there is memory.
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
