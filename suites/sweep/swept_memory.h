// A UB that the programs of a sweep use one after another. Around the operands of the current
// program it holds a canary.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/sweep/memory.h"

namespace vconform::suites {

class SweptMemory {
 public:
  // Fills the memory, which the caller owns, with the canary.
  explicit SweptMemory(std::span<std::uint8_t> ub);

  // Whether this program's operands have the same place as those of the one before.
  bool is_place_of(const generators::SweepProgram& program) const;
  // Prepares the memory for a program; if its place is another one, puts the canary back first.
  // Returns whether the canary was still whole in the new place.
  bool place(const generators::SweepProgram& program);

  // The bytes from the first to the last one of the current program.
  const generators::ByteRange& range() const { return range_; }
  std::span<std::uint8_t> bytes() const { return ub_.subspan(range_.first, range_.size()); }
  std::span<std::uint8_t> ub() const { return ub_; }

  // Whether the canary around the program is whole.
  bool is_clean_outside() const;
  // Fills everything with the canary.
  void clear();

 private:
  std::span<std::uint8_t> ub_;
  generators::ByteRange range_;
  spec::Cell cell_;
  generators::AddressingPlan plan_;
  std::uint64_t vector_block_ = 0;
};

}  // namespace vconform::suites
