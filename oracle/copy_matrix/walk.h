// Where FIXPIPE finds element (m, n) of an nd block in L0C and where it puts it (copy_matrix_cc,
// 图1; asc-devkit:NZ2NZ, NZ2ND).
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/instruction.h"
#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::oracle {

struct FractalWalk {
  spec::Address source;
  spec::Address destination;
  std::uint64_t columns;  // NSize
  std::uint64_t rows;     // MSize
  std::uint64_t blocks;   // nd blocks; without NZ2ND_EN one
  std::uint64_t element_bits;
  bool is_nd;

  // From one column of fractals to the next, in rows of 16 elements; from one nd block to the next,
  // in bytes.
  std::uint64_t source_stride;
  std::uint64_t source_block_stride;

  // NZ: channels of a block, and from one block to the next.
  std::uint64_t channels;
  std::uint64_t block_stride;  // nibbles
  // Of the last block the channels beyond NSize are written too (fixpipe.last-block).
  bool fills_last_block;
  // ND: from one row, and from one nd block, to the next, in elements.
  std::uint64_t row_stride;
  std::uint64_t nd_stride;

  // First byte of element (m, n) of nd block i.
  std::uint64_t source_of(std::uint64_t i, std::uint64_t m, std::uint64_t n) const;
  // In nibbles from the start of the memory, beyond any of its ends too.
  std::uint64_t destination_of(std::uint64_t i, std::uint64_t m, std::uint64_t n) const;
  // Columns that are converted, and those whose place is written in all: more than NSize where the
  // last block is filled.
  std::uint64_t converted_columns() const;
  std::uint64_t written_columns() const;
  // Whether two elements may share a place.
  bool overlaps_itself() const;
  // One past the last byte that is read: whole fractals.
  std::uint64_t source_end() const;
  // One past the last byte of whole last blocks.
  std::uint64_t destination_end() const;
  // The rule that leaves a byte of the destination's memory alone, which no element has: a row
  // beyond MSize, a channel beyond NSize or a gap; nothing for bytes outside the walk.
  std::optional<spec::RuleId> rule_of_rest(std::uint64_t byte) const;
};

// Asks for the readings of the layout's rules where they differ.
FractalWalk walk_of(const spec::CopyMatrix& step, const spec::Registers& registers,
                    Readings& readings);

// One past the last byte of the destination that any reading of the layout's rules reaches: of the
// layout that NZ2ND_EN names, or where arguments are out of range of either.
std::uint64_t destination_end(const spec::CopyMatrix& step, const spec::Registers& registers,
                              bool any_layout);
// The same of the source.
std::uint64_t source_end(const spec::CopyMatrix& step, const spec::Registers& registers);

// NSize, MSize or the nd count is 0 (fixpipe.zero-size-is-nop, fixpipe.nd-count-without-nd).
bool does_nothing(const spec::CopyMatrix& step, const spec::Registers& registers,
                  Readings& readings);
// Arguments outside the documented range (fixpipe.parameters).
bool out_of_range(const spec::CopyMatrix& step, const spec::Registers& registers);

// Which rules have a say in where elements come from and go to.
RuleSet rules_of(const spec::CopyMatrix& step, const FractalWalk& walk);

}  // namespace vconform::oracle
