// The addresses of DataCopy's blocks, their elements and their vectors of factors
// (data_copy_enhanced, 表6, 表7, deqTensorAddr, sidStoreMode).
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/instruction.h"

namespace vconform::oracle {

// The blocks of one operand.
struct BlockOperand {
  spec::Address base;
  std::uint64_t length;          // of a block, in bytes
  std::uint64_t start_to_start;  // from one block to the next, in bytes
  std::uint64_t element_bytes;

  std::uint64_t block(std::uint64_t j) const { return base.offset + j * start_to_start; }
  // One past the last byte of `count` blocks; the base if count is 0.
  std::uint64_t end(std::uint64_t count) const {
    return count == 0 ? base.offset : block(count - 1) + length;
  }
};

struct BlockWalk {
  BlockOperand source;
  BlockOperand destination;
  std::uint64_t blocks;
  std::uint64_t elements;  // in a block
  // For 8-bit results that fill one half of each 32 bytes, the first byte of that half
  // (copy.sid-store-mode).
  std::optional<std::uint64_t> half;
  // In vector modes, the address of the first block's factors; their size and the distance to the
  // next block's follow, in bytes.
  std::optional<std::uint64_t> vector;
  std::uint64_t vector_bytes;
  std::uint64_t vector_stride;

  std::uint64_t source_of(std::uint64_t j, std::uint64_t i) const {
    return source.block(j) + i * source.element_bytes;
  }
  std::uint64_t destination_of(std::uint64_t j, std::uint64_t i) const;
  // The address of block j's factors; in vector modes only.
  std::uint64_t vector_of(std::uint64_t j) const { return *vector + j * vector_stride; }
  // The rule that leaves a byte of the destination's memory unchanged because no element stands
  // there: the other half, or a gap between blocks. nullopt for bytes outside the walk.
  std::optional<spec::RuleId> rule_of_rest(std::uint64_t byte) const;
  spec::MemoryId written_memory() const { return destination.base.memory; }
  // The rule about the places of the elements.
  spec::RuleId rule_of_places() const {
    return half ? spec::cite("copy.sid-store-mode") : spec::cite("copy.units");
  }
};

// The walk of an instruction; asks for the readings of its rules where they differ.
BlockWalk walk_of(const spec::DataCopy& step, Readings& readings);

// One past the last byte of the destination under any reading.
std::uint64_t destination_end(const spec::DataCopy& step);

// Whether an argument other than the factors is outside the documented range (copy.parameters).
bool out_of_range(const spec::DataCopy& step);

// Whether a destination block shares a byte with a source block, with a vector that is read or with
// another destination block: the pages then promise nothing.
bool is_hazard(const BlockWalk& walk);

// The rules that affect where elements come from and go to, for citation.
RuleSet rules_of(const spec::DataCopy& step, const BlockWalk& walk);

}  // namespace vconform::oracle
