// The places that an instruction reads and writes under a given mask register, legal by
// construction.
// Legal means, under any mask (rules overlap.hazard, walk.*): everything lies inside the region,
// all destination blocks are distinct, the destination block stride is at least 1, and the operands
// are disjoint, identical block by block at equal width, or such that a destination block is a
// source block only after that was read.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "generators/vector/span.h"
#include "generators/vector/strides.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct OperandPlan {
  // In DataBlocks from the start of UB.
  std::uint64_t first = 0;
  StridePair strides;

  friend bool operator==(const OperandPlan&, const OperandPlan&) = default;
};

struct AddressingPlan {
  OperandPlan dst;
  OperandPlan src;
  // The repeat argument; garbage in counter mode.
  std::uint8_t repeat = 1;
  // Repeats that execute.
  std::uint64_t repeats = 1;

  // The repeats that have a place in memory: an instruction that does nothing has one, too, so that
  // wrongly doing something shows.
  std::uint64_t placed_repeats() const { return repeats == 0 ? 1 : repeats; }

  friend bool operator==(const AddressingPlan&, const AddressingPlan&) = default;
};

Walk dst_walk(const spec::Conversion& row, const AddressingPlan& plan);
Walk src_walk(const spec::Conversion& row, const AddressingPlan& plan);

// The most repeats for which every relation of the operands has room in a region.
std::uint64_t max_repeats(const spec::Conversion& row, const Region& region);

// All of UB (a2).
Region whole_ub();

// In counter mode the count must need at most max_repeats(row, region) repeats, and at most one if
// kRepeat is not allowed.
AddressingPlan draw_addressing(ChoiceSource& choices, const spec::Conversion& row,
                               const spec::Registers& registers, spec::FeatureSet allowed,
                               const Region& region);

}  // namespace vconform::generators
