// A vector instruction whose lanes fill whole DataBlocks: blocks are copied, and many packed lanes
// are converted by one call. What vector_walk.h says holds; this only says it for less.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::golden {

// Lanes without gaps, as they would stand in memory: s4 in pairs, low nibble first. A DEQ's results
// are bytes that follow each other.
struct PackedLanes {
  const std::uint8_t* source;
  // Overlaps neither the source nor what the converter reads besides.
  std::uint8_t* destination;
  std::size_t count;
  // The number in its repeat of the first lane. `count` may reach over several repeats, which
  // follow each other: lane i is number (first_lane + i) mod VectorWalk::lanes of its repeat.
  std::uint64_t first_lane;
};

// Converts all of them, inactive lanes too, whose sources may be anything. What it reads of UB
// besides the lanes (the factors of a VDEQ) it must read anew at each call.
struct PackedConverter {
  void (*convert)(const void* context, const PackedLanes& lanes) = nullptr;
  const void* context = nullptr;
};

// Whether run_packed() leaves what run_walk() leaves, given a converter that does the same. The
// hooks for elements, Behaviour::result and Behaviour::deq, are the converter's business.
bool can_be_packed(const Behaviour& behaviour, const VectorWalk& walk);

// Runs a walk that has no problem (walk_problem) and can be packed.
void run_packed(const VectorWalk& walk, std::span<std::uint8_t> ub,
                const PackedConverter& converter);

}  // namespace vconform::adapters::golden
