// The contents of UB before a program of a sweep runs, and the program as steps and as a case.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/sweep/programs.h"
#include "spec/case/case.h"

namespace vconform::generators {

// A range of UB, [first, end) in bytes.
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - first; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// From the first to the last byte of an operand; range_of spans both operands and the vector.
ByteRange source_range(const SweepProgram& program);
ByteRange destination_range(const SweepProgram& program);
ByteRange range_of(const SweepProgram& program);

// The byte that fills the destination beforehand: another one in each program, so that a missed
// write shows.
std::uint8_t old_destination(const SweepProgram& program);

// Writes the sources of a domain from value `first` on, packed, until `bytes` is full.
void write_sources(const SweepDomain& domain, std::uint64_t first, std::span<std::uint8_t> bytes);

// Fills all blocks of the destination, then places the sources and the vector. `ub` is all of UB.
void place(const SweepProgram& program, std::span<std::uint8_t> ub);

// The register writes and the instruction.
std::vector<spec::Step> steps_of(const SweepProgram& program);

// The program as a case: memory outside the operands holds the background of cases.
spec::Case case_of(const SweepProgram& program);

}  // namespace vconform::generators
