// The programs of a sweep: each is one instruction whose lanes hold consecutive values. Most are
// contiguous full repeats, so that a sweep runs at full speed; among them are strides, masks,
// counters and operands that overlap legally.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "generators/sweep/copies.h"
#include "generators/sweep/domain.h"
#include "generators/vector/addressing.h"
#include "spec/case/registers.h"

namespace vconform::generators {

struct SweepProgram {
  SweepDomain domain;
  // The number of the value in lane 0 of repeat 0; lane i of repeat r holds the value r * elements
  // + i after it.
  std::uint64_t first = 0;
  spec::Registers registers;
  AddressingPlan plan;
  // The first block of a vector of factors, in DataBlocks.
  std::uint64_t vector_block = 0;
  // Set for a copy, for which registers, plan and vector_block mean nothing: lane i is element i of
  // its source.
  std::shared_ptr<const SweptCopy> copy;

  std::uint64_t lanes() const;
  bool is_active(std::uint64_t lane) const;
  std::uint64_t active_count() const;
};

// A sweep is cut into chunks of 2^kChunkBits values; a domain with fewer values is one chunk.
inline constexpr int kChunkBits = 22;
std::uint64_t chunk_count(const spec::Conversion& row);
std::uint64_t chunk_size(const spec::Conversion& row);

// The programs that meet every value of chunk `chunk` in one active lane each; a pure function of
// its arguments.
std::vector<SweepProgram> sweep_programs(const SweepDomain& domain, spec::FeatureSet claimed,
                                         std::uint64_t chunk);

}  // namespace vconform::generators
