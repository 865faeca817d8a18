// A UB that programs of a sweep use one after another. Beside the operands of the program that is
// there it holds a canary.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/sweep/memory.h"

namespace vconform::suites {

class SweptMemory {
 public:
  // Fills the memory, which stays the caller's, with the canary.
  explicit SweptMemory(std::span<std::uint8_t> ub);

  // Whether the operands of this program stand where those of the one before did.
  bool is_place_of(const generators::SweepProgram& program) const;
  // Unless they do, puts the canary back first. Returns whether it was still there where the
  // program goes.
  bool place(const generators::SweepProgram& program);

  // From the first to the last byte of the program that is there.
  const generators::ByteRange& range() const { return range_; }
  std::span<std::uint8_t> bytes() const { return ub_.subspan(range_.first, range_.size()); }
  std::span<std::uint8_t> ub() const { return ub_; }

  // Whether the canary beside the program is whole.
  bool is_clean_outside() const;
  // The canary everywhere.
  void clear();

 private:
  std::span<std::uint8_t> ub_;
  generators::ByteRange range_;
  spec::Cell cell_;
  generators::AddressingPlan plan_;
  std::uint64_t vector_block_ = 0;
};

}  // namespace vconform::suites
