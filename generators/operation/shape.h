// The operands of an operation: where its rectangle, its scratch buffer and the gaps are.
#pragma once

#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// A wanted shape: shaped() takes the nearest that the operation permits.
struct Shape {
  std::uint64_t rows = 1;
  std::uint64_t cols = 1;
  // Operands and rows, in NZ blocks, that begin at multiples of 32 bytes. Operands in L1 and L0C
  // always do.
  bool aligned = true;
  // Elements behind such a place where the operands begin otherwise.
  std::uint64_t src_shift = 1;
  std::uint64_t dst_shift = 1;
  // Elements between rows, beyond those that alignment needs; in NZ rows between blocks.
  std::uint64_t src_gap = 0;
  std::uint64_t dst_gap = 0;
};

// The elements of a repeat of the instructions that convert these types: 256 bytes of the wider.
std::uint64_t repeat_of(const spec::Cell& cell);

// A case with the operation as its only step, as if entered by a kernel's first instruction: MASK
// of ones, everything else zero. Sources are numbers that tell their position, and the destination
// holds none of their results. One that quantises has the plain word in every column. Throws
// spec::InputError if not even the least rectangle that the operation permits fits.
spec::Case shaped(const spec::Cell& cell, Shape shape);

spec::Operation& operation_in(spec::Case& test_case);

// Registers as an earlier kernel may have left them, except CTRL.
void make_stale(spec::Operation& operation, std::uint64_t seed);

// Element (row, col) of the source as a placement.
spec::Placement source_element(const spec::Operation& operation, std::uint64_t index,
                               std::uint64_t pattern);

}  // namespace vconform::generators
