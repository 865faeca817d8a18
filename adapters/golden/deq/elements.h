// The elements of an instruction of the family deq, each with its factor.
#pragma once

#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/deq16.h"
#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::golden {

// One element with its conversion; a mutant may change any part (Behaviour::deq).
struct DeqElement {
  spec::Cell cell;
  std::uint64_t ctrl = 0;
  // The source as a pattern.
  std::uint64_t source = 0;
  // The factor, or DEQSCALE.
  std::uint64_t word = 0;
  DeqChain chain;
  Deq16Chain chain16;
};

// Converts the lanes of a group.
void dequantise(const Behaviour& behaviour, const VectorWalk& walk, const LaneGroup& group,
                std::span<std::uint64_t> results);

}  // namespace vconform::adapters::golden
