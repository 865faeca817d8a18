// What a case may use.
#pragma once

#include <cstdint>

#include "spec/number/units.h"
#include "spec/rows/features.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

// DataBlocks of UB (a2).
inline constexpr std::uint64_t kUbBlocks =
    spec::memory_of(spec::MemoryId::kUb).a2_size / spec::kBlockBytes;

// The features of a backend, and so many DataBlocks of UB, kLeastUbBlocks or more: every byte of UB
// is filled and compared, so that cases in a small one run faster. Copies, whose memories are as
// small as can be anyway, use the features only.
struct Bounds {
  // Not explicit: most cases have all of UB.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Bounds(spec::FeatureSet features, std::uint64_t blocks = kUbBlocks)
      : allowed(features), ub_blocks(blocks) {}

  spec::FeatureSet allowed;
  std::uint64_t ub_blocks;
};

// Two operands of eight blocks, one block more for a third, the two that operands off their blocks
// need, and a vector of factors on either side of everything.
inline constexpr std::uint64_t kLeastUbBlocks = 32;

}  // namespace vconform::generators
