// One DataCopy with DataCopyEnhancedParams: its ranges and its blocks (data_copy_enhanced).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/data_copy/element.h"
#include "adapters/vconform_adapter.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::golden {

// The blocks of an operand, in bytes: block j starts at `at` + j * step.
struct CopyBlocks {
  spec::MemoryId memory = spec::MemoryId::kUb;
  std::uint64_t at = 0;
  std::uint64_t length = 0;
  std::uint64_t step = 0;

  std::uint64_t block(std::uint64_t number) const { return at + number * step; }
};

// The places of 8-bit results in a block: element i is byte (i / run) * pitch + first + i % run.
struct ByteRuns {
  std::uint64_t run = 32;
  std::uint64_t pitch = 32;
  std::uint64_t first = 0;

  std::uint64_t index(std::uint64_t element) const {
    return element / run * pitch + first + element % run;
  }
};

// The instruction; a mutant may change any part (Behaviour::data_copy).
struct DataCopyWalk {
  spec::Cell cell;
  // The call as made: only its ranges are checked; the other fields say what is done.
  vconform_data_copy call{};
  std::uint64_t blocks = 0;
  CopyBlocks source;
  CopyBlocks destination;
  // The elements of a block.
  std::uint64_t elements = 0;
  // One run, except for 8-bit results.
  ByteRuns runs;
  // For VDEQ, VDEQ8 and VDEQ16, the vector of block j starts at vectors + j * vector_step in UB,
  // and factor_of maps an element to its factor.
  std::uint64_t vectors = 0;
  std::uint64_t vector_step = 0;
  std::uint64_t (*factor_of)(std::uint64_t element) = nullptr;
  // VDEQ8 and VDEQ16: a vector whose MCB bits differ is out of range.
  bool needs_equal_mcb = false;
  // isRelu, and whether the ReLU bit of deqValue counts.
  bool is_relu = false;
  bool heeds_relu_bit = false;
};

DataCopyWalk data_copy_walk(const Behaviour& behaviour, const spec::Cell& cell,
                            const vconform_data_copy& call);

// One line on why the walk is outside the documented range or would leave a memory; nullopt if it
// may run.
std::optional<std::string> data_copy_problem(const DataCopyWalk& walk,
                                             const vconform_memories& memories);

// One line if the MCB bits of a vector differ, which is known only when the walk runs; otherwise
// nullopt.
std::optional<std::string> vector_problem(const DataCopyWalk& walk,
                                          const vconform_memories& memories);

// The common part of all its elements.
CopiedElement element_in_common(const Behaviour& behaviour, const DataCopyWalk& walk);

// The factor of an element in the vector: i mod 16.
std::uint64_t factor_of_element(std::uint64_t element);
// Factor number `factor` of the block's vector in UB.
std::uint64_t vector_word(const DataCopyWalk& walk, std::span<const std::uint8_t> ub,
                          std::uint64_t block, std::uint64_t factor);

}  // namespace vconform::adapters::golden
