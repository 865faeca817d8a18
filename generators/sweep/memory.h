// The contents of the memories before a program of a sweep runs, and the program as steps and as a
// case.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "generators/sweep/programs.h"
#include "spec/case/case.h"
#include "spec/case/memory_bytes.h"

namespace vconform::generators {

// From the first to the last byte of an operand of a vector instruction.
spec::ByteRange source_range(const SweepProgram& program);
spec::ByteRange destination_range(const SweepProgram& program);

struct MemoryRange {
  spec::MemoryId memory;
  spec::ByteRange bytes;

  friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

// For each memory that the program uses, from the first byte of operands and vectors to the last.
std::vector<MemoryRange> ranges_of(const SweepProgram& program);
// Whether two programs use the same bytes of these, so that what one leaves the other overwrites.
bool use_the_same(const SweepProgram& a, const SweepProgram& b);

// The memories of a program; empty where it has none.
using SweptMemories = std::array<std::span<std::uint8_t>, spec::kMemoryCount>;
// The sizes of the memories in which every program of a row has room.
std::array<std::uint64_t, spec::kMemoryCount> swept_sizes(const spec::Conversion& row);

// The byte that fills the destination beforehand: another one in each program, so that a missed
// write shows.
std::uint8_t old_destination(const SweepProgram& program);

// Writes the sources of a domain from value `first` on, packed, until `bytes` is full.
void write_sources(const SweepDomain& domain, std::uint64_t first, std::span<std::uint8_t> bytes);

// Fills all blocks of the destination, then places the sources and vectors.
void place(const SweepProgram& program, const SweptMemories& memories);

// The register writes and the instruction.
std::vector<spec::Step> steps_of(const SweepProgram& program);

// The program as a case: memory outside the operands holds the background of cases.
spec::Case case_of(const SweepProgram& program);

}  // namespace vconform::generators
