// The features and the memory that a case may use.
#pragma once

#include <cstdint>

#include "spec/number/units.h"
#include "spec/rows/features.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

// The size of UB (a2) in DataBlocks.
inline constexpr std::uint64_t kUbBlocks =
    spec::memory_of(spec::MemoryId::kUb).a2_size / spec::kBlockBytes;

// The features of a backend, and a size of UB in DataBlocks, at least kLeastUbBlocks: every byte of
// UB is filled and compared, so that cases in a small UB run faster. Copies use the features only:
// their memory is as small as possible anyway.
struct Bounds {
  // Not explicit: most cases have all of UB.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Bounds(spec::FeatureSet features, std::uint64_t blocks = kUbBlocks)
      : allowed(features), ub_blocks(blocks) {}

  spec::FeatureSet allowed;
  std::uint64_t ub_blocks;
};

// Room for two operands of eight blocks, one block more for a third, the two that misaligned
// operands need, and a vector of factors before and after all of them.
inline constexpr std::uint64_t kLeastUbBlocks = 32;

}  // namespace vconform::generators
