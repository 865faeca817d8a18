// The elements of an instruction of the family deq: each with its factor.
#pragma once

#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/deq16.h"
#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::golden {

// One element and how it is converted; a mutant may change any of it (Behaviour::deq).
struct DeqElement {
  spec::Cell cell;
  std::uint64_t ctrl = 0;
  // A pattern.
  std::uint64_t source = 0;
  // Its factor, or DEQSCALE.
  std::uint64_t word = 0;
  DeqChain chain;
  Deq16Chain chain16;
};

// lane mod 16.
std::uint64_t factor_of_lane(std::uint64_t lane, std::uint64_t nth);

// Converts the lanes of a group.
void dequantise(const Behaviour& behaviour, const VectorWalk& walk, const LaneGroup& group,
                std::span<std::uint64_t> results);

}  // namespace vconform::adapters::golden
