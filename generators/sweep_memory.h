// What UB holds before a program of a sweep runs, and the program as steps and as a case.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/sweep_programs.h"
#include "spec/case.h"

namespace vconform::generators {

// Bytes of UB.
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - first; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// From the first to the last byte of the operands and the vector.
ByteRange range_of(const SweepProgram& program);

// The pattern that fills the destination beforehand: another one in each program, so that a result
// that is not written shows.
std::uint64_t old_destination(const SweepProgram& program);

// Fills all blocks of the destination, then places the sources and the vector. `ub` is all of UB.
void place(const SweepProgram& program, std::span<std::uint8_t> ub);

// The register writes and the instruction.
std::vector<spec::Step> steps_of(const SweepProgram& program);

// The same as a case: what the operands do not take holds the background of cases.
spec::Case case_of(const SweepProgram& program);

}  // namespace vconform::generators
