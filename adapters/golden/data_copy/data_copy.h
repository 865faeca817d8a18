// One DataCopy with DataCopyEnhancedParams: its ranges, its blocks, and its run
// (data_copy_enhanced).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "adapters/golden/behaviour.h"
#include "adapters/golden/data_copy/element.h"
#include "adapters/vconform_adapter.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::golden {

// Blocks of an operand, in bytes: block j starts at `at` + j * step.
struct CopyBlocks {
  spec::MemoryId memory = spec::MemoryId::kUb;
  std::uint64_t at = 0;
  std::uint64_t length = 0;
  std::uint64_t step = 0;

  std::uint64_t block(std::uint64_t number) const { return at + number * step; }
};

// Where the elements of a block of 8-bit results stand: element i is byte (i / run) * pitch + first
// + i % run.
struct ByteRuns {
  std::uint64_t run = 32;
  std::uint64_t pitch = 32;
  std::uint64_t first = 0;

  std::uint64_t index(std::uint64_t element) const {
    return element / run * pitch + first + element % run;
  }
};

// The instruction; a mutant may change any of it (Behaviour::data_copy).
struct DataCopyWalk {
  spec::Cell cell;
  // As it was called; its ranges are checked, the rest of this is what is done.
  vconform_data_copy call{};
  std::uint64_t blocks = 0;
  CopyBlocks source;
  CopyBlocks destination;
  // Of a block.
  std::uint64_t elements = 0;
  // Of all results but those of 8 bits, one run.
  ByteRuns runs;
  // Of VDEQ, VDEQ8 and VDEQ16: where the vector of block j stands, in UB, and which of its elements
  // an element takes.
  std::uint64_t vectors = 0;
  std::uint64_t vector_step = 0;
  std::uint64_t (*factor_of)(std::uint64_t element) = nullptr;
  // VDEQ8 and VDEQ16: a vector whose MCB bits differ is out of range.
  bool needs_equal_mcb = false;
  // isRelu, and for deqValue its bit of ReLU.
  bool is_relu = false;
  bool heeds_relu_bit = false;
};

DataCopyWalk data_copy_walk(const Behaviour& behaviour, const spec::Cell& cell,
                            const vconform_data_copy& call);

// Why the walk is outside the documented range, or would leave a memory: one line. Nothing when it
// may run.
std::optional<std::string> data_copy_problem(const DataCopyWalk& walk,
                                             const vconform_memories& memories);

// What can only be told when the walk runs: whether the MCB bits of its vectors differ.
std::optional<std::string> vector_problem(const DataCopyWalk& walk,
                                          const vconform_memories& memories);

// What all its elements have in common.
CopiedElement element_in_common(const Behaviour& behaviour, const DataCopyWalk& walk);

// Which element of the vector an element takes: i mod 16.
std::uint64_t factor_of_element(std::uint64_t element);
// That of the block's vector, in UB.
std::uint64_t vector_word(const DataCopyWalk& walk, std::span<const std::uint8_t> ub,
                          std::uint64_t block, std::uint64_t factor);

// Runs a walk that has no problem.
void run_data_copy(const Behaviour& behaviour, const DataCopyWalk& walk,
                   const vconform_memories& memories);

}  // namespace vconform::adapters::golden
