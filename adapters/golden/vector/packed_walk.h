// A vector instruction whose lanes fill whole DataBlocks: blocks are copied, and many packed lanes
// are converted by one call. Fast path of golden/vector/walk.h; same results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::golden {

// Lanes without gaps, as they would be in memory: s4 in pairs, low nibble first. A DEQ's results
// are consecutive bytes.
struct PackedLanes {
  const std::uint8_t* source;
  // Overlaps neither the source nor anything else that the converter reads.
  std::uint8_t* destination;
  std::size_t count;
  // The number of the first lane in its repeat. `count` may span several consecutive repeats: lane
  // i is number (first_lane + i) mod VectorWalk::lanes of its repeat.
  std::uint64_t first_lane;
};

// Converts all lanes, inactive ones too, whose sources may be anything. Data in UB other than the
// lanes (the factors of a VDEQ) must be read anew at each call.
struct PackedConverter {
  void (*convert)(const void* context, const PackedLanes& lanes) = nullptr;
  const void* context = nullptr;
};

// Whether run_packed() leaves what run_walk() leaves, given a converter with the same results. The
// hooks for elements, Behaviour::result and Behaviour::deq, are left to the converter.
bool can_be_packed(const Behaviour& behaviour, const VectorWalk& walk);

// Runs a walk that has no problem (walk_problem) and can be packed.
void run_packed(const VectorWalk& walk, std::span<std::uint8_t> ub,
                const PackedConverter& converter);

}  // namespace vconform::adapters::golden
