// The addresses of element (m, n) of an nd block in L0C and in the destination (copy_matrix_cc,
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
  std::uint64_t blocks;   // nd blocks; 1 without NZ2ND_EN
  std::uint64_t element_bits;
  bool is_nd;

  // The distance from one column of fractals to the next, in rows of 16 elements, and from one nd
  // block to the next, in bytes.
  std::uint64_t source_stride;
  std::uint64_t source_block_stride;

  // NZ: the channels of a block, and the distance from one block to the next.
  std::uint64_t channels;
  std::uint64_t block_stride;  // nibbles
  // Whether channels beyond NSize in the last block are written too (fixpipe.last-block).
  bool fills_last_block;
  // ND: the distance from one row, and from one nd block, to the next, in elements.
  std::uint64_t row_stride;
  std::uint64_t nd_stride;

  // The first byte of element (m, n) of nd block i.
  std::uint64_t source_of(std::uint64_t i, std::uint64_t m, std::uint64_t n) const;
  // In nibbles from the start of the memory; may lie beyond the end of any memory.
  std::uint64_t destination_of(std::uint64_t i, std::uint64_t m, std::uint64_t n) const;
  // The columns that are converted, and all columns whose place is written: more than NSize if the
  // last block is filled.
  std::uint64_t converted_columns() const;
  std::uint64_t written_columns() const;
  // Whether two elements may share a place.
  bool overlaps_itself() const;
  // One past the last byte that is read: whole fractals.
  std::uint64_t source_end() const;
  // One past the last byte of whole last blocks.
  std::uint64_t destination_end() const;
  // The rule that leaves a byte of the destination's memory unchanged because no element stands
  // there: a row beyond MSize, a channel beyond NSize or a gap. nullopt for bytes outside the walk.
  std::optional<spec::RuleId> rule_of_rest(std::uint64_t byte) const;
  spec::MemoryId written_memory() const { return destination.memory; }
  // The rule about the places of the elements.
  spec::RuleId rule_of_places() const {
    return is_nd ? spec::cite("fixpipe.nd-layout") : spec::cite("fixpipe.nz-layout");
  }
};

// The walk of an instruction; asks for the readings of the layout's rules where they differ.
FractalWalk walk_of(const spec::CopyMatrix& step, const spec::Registers& registers,
                    Readings& readings);

// One past the last byte of the destination that any reading of the layout's rules reaches: in the
// layout that NZ2ND_EN names, or in either layout, of split channels as well, for arguments out of
// range (`any_layout`).
std::uint64_t destination_end(const spec::CopyMatrix& step, const spec::Registers& registers,
                              bool any_layout);
// One past the last byte of the source, likewise.
std::uint64_t source_end(const spec::CopyMatrix& step, const spec::Registers& registers);

// Whether NSize, MSize or the nd count is 0 (fixpipe.zero-size-is-nop,
// fixpipe.nd-count-without-nd).
bool does_nothing(const spec::CopyMatrix& step, const spec::Registers& registers,
                  Readings& readings);
// Whether NSize or MSize is in range under one reading of fixpipe.nd-limit only, which is nsize.
bool is_between_nd_limits(const spec::CopyMatrix& step);
// Whether channelSplit is set for types, or together with NZ2ND_EN, where no page says what it does
// (fixpipe.channel-split).
bool is_contested_split(const spec::CopyMatrix& step);
// Whether an argument is outside the documented range (fixpipe.parameters) under every reading.
bool out_of_range(const spec::CopyMatrix& step, const spec::Registers& registers);

// The rules that affect where elements come from and go to, for citation.
RuleSet rules_of(const spec::CopyMatrix& step, const FractalWalk& walk);

}  // namespace vconform::oracle
