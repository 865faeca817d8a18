// The features and the memory that a case may use.
#pragma once

#include <cstdint>
#include <span>

#include "spec/number/units.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

// The size of UB (a2) in DataBlocks.
inline constexpr std::uint64_t kUbBlocks =
    spec::memory_of(spec::MemoryId::kUb).a2_size / spec::kBlockBytes;

// An instruction of a backend, with the features that it claims for it.
struct ClaimedCell {
  spec::Cell cell;
  spec::FeatureSet features;
};

// The most elements of a copy, except at documented limits.
inline constexpr std::uint64_t kCopyElements = 2048;

// The features of a backend, and the sizes of cases: every byte of memory is filled and compared,
// so that small ones run faster. `ub_blocks`, the size of UB in DataBlocks, at least
// kLeastUbBlocks, is that of vector instructions; copies have memory as small as possible anyway,
// and at most so many elements. A program may hold `others` too, which the caller keeps.
struct Bounds {
  // Not explicit: most cases have all of UB.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Bounds(spec::FeatureSet features, std::uint64_t blocks = kUbBlocks,
                   std::span<const ClaimedCell> other_cells = {},
                   std::uint64_t elements = kCopyElements)
      : allowed(features), ub_blocks(blocks), others(other_cells), copy_elements(elements) {}

  spec::FeatureSet allowed;
  std::uint64_t ub_blocks;
  std::span<const ClaimedCell> others;
  std::uint64_t copy_elements;
};

// Room for two operands of eight blocks, one block more for a third, the two that misaligned
// operands need, and a vector of factors before and after all of them.
inline constexpr std::uint64_t kLeastUbBlocks = 32;

}  // namespace vconform::generators
