// The place where the steps of a case add to a world and to the memory images that later steps
// read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "oracle/predict/budget.h"
#include "oracle/predict/simulated_memory.h"
#include "oracle/predict/world.h"
#include "oracle/reading/readings.h"

namespace vconform::oracle {

class WorldWriter {
 public:
  // All arguments must outlive the object.
  WorldWriter(World& world, SimulatedMemory& memory, Readings& readings, Budget& budget)
      : world_(world), memory_(memory), readings_(readings), budget_(budget) {}

  // Adds an expectation to the world; returns its number.
  std::uint32_t keep(Expectation expectation);
  std::uint32_t keep(Alternatives alternatives);
  // The alternatives of an expectation; a single one if it is not open.
  Alternatives alternatives_of(std::uint32_t number) const;

  // Reads an element. Asks for the rules on which it depends if it is open.
  SimulatedMemory::Found read(const SimulatedMemory& from, spec::MemoryId memory, Nibble place,
                              const spec::NumberFormat& format);
  // Whether a rule was asked for by a read. The rule has a reading now, and the prediction must be
  // made anew.
  bool has_asked() const { return has_asked_; }

  // Makes room for elements that are about to be added.
  void expect_elements(std::uint64_t count);
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
  Readings& readings_;
  Budget& budget_;
  bool has_asked_ = false;
};

}  // namespace vconform::oracle
