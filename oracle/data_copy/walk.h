// Where DataCopy's blocks, their elements and their vectors of factors are (data_copy_enhanced,
// 表6, 表7, deqTensorAddr, sidStoreMode).
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/instruction.h"

namespace vconform::oracle {

// One operand's blocks.
struct BlockOperand {
  spec::Address base;
  std::uint64_t length;          // of a block, bytes
  std::uint64_t start_to_start;  // from one block to the next, bytes
  std::uint64_t element_bytes;

  std::uint64_t block(std::uint64_t j) const { return base.offset + j * start_to_start; }
  // One past the last byte of `count` blocks; base when there are none.
  std::uint64_t end(std::uint64_t count) const {
    return count == 0 ? base.offset : block(count - 1) + length;
  }
};

struct BlockWalk {
  BlockOperand source;
  BlockOperand destination;
  std::uint64_t blocks;
  std::uint64_t elements;  // in a block
  // 8-bit results that fill one half of each 32 bytes: its first byte (copy.sid-store-mode).
  std::optional<std::uint64_t> half;
  // The factors of a vector mode: the first block's, from one block's to the next.
  std::optional<std::uint64_t> vector;
  std::uint64_t vector_bytes;
  std::uint64_t vector_stride;

  std::uint64_t source_of(std::uint64_t j, std::uint64_t i) const {
    return source.block(j) + i * source.element_bytes;
  }
  std::uint64_t destination_of(std::uint64_t j, std::uint64_t i) const;
  // The vector of block j; only of vector modes.
  std::uint64_t vector_of(std::uint64_t j) const { return *vector + j * vector_stride; }
  // The rule that leaves a byte of the destination's memory alone, which no element has: the other
  // half, or a gap between blocks; nothing for bytes outside the walk.
  std::optional<spec::RuleId> rule_of_rest(std::uint64_t byte) const;
};

// Asks for the readings where they differ.
BlockWalk walk_of(const spec::DataCopy& step, Readings& readings);

// One past the last byte of the destination that any reading reaches.
std::uint64_t destination_end(const spec::DataCopy& step);

// Arguments outside the documented range, the factors apart (copy.parameters).
bool out_of_range(const spec::DataCopy& step);

// A destination block shares a byte with a source block, with a vector that is read or with another
// destination block: nothing is promised.
bool is_hazard(const BlockWalk& walk);

// Which rules have a say in where elements come from and go to.
RuleSet rules_of(const spec::DataCopy& step, const BlockWalk& walk);

}  // namespace vconform::oracle
