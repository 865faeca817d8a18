// Where an instruction reads and writes, under a given mask register: legal by construction.
//
// Legal means, whatever the mask (rules overlap.hazard, walk.*): everything inside the region, all
// destination blocks distinct, destination block stride at least 1, and operands that are disjoint,
// identical block by block at equal width, or such that a destination block is a source block only
// after that was read.
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
  // DataBlocks from the start of UB.
  std::uint64_t first = 0;
  StridePair strides;

  friend bool operator==(const OperandPlan&, const OperandPlan&) = default;
};

struct AddressingPlan {
  OperandPlan dst;
  OperandPlan src;
  // The argument; garbage in counter mode.
  std::uint8_t repeat = 1;
  // Repeats that execute.
  std::uint64_t repeats = 1;

  // Repeats that have their place in memory: an instruction that does nothing has one, too, so that
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

// In counter mode the count must need at most max_repeats(row, region), and at most one repeat
// where kRepeat is not allowed.
AddressingPlan draw_addressing(ChoiceSource& choices, const spec::Conversion& row,
                               const spec::Registers& registers, spec::FeatureSet allowed,
                               const Region& region);

}  // namespace vconform::generators
