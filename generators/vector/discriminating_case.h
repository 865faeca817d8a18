// The parts of a discriminating case: SetCtrl, SetMask, Vconv, over a background that shows a
// missed write.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/vector/addressing.h"
#include "generators/vector/background.h"
#include "spec/case/case.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct DiscriminatingCase {
  // Claim and seed are left to the runner.
  spec::Case test_case;
  // The features that the case needs beyond one full contiguous repeat; for a half result the state
  // of CTRL[48] too.
  spec::FeatureSet needs;
  // It shows what a CastDeq does with registers: nothing about a backend for which the suite lowers
  // it.
  bool asks_for_lowering = false;
};

// The source holds `numbers`, the destination numbers that no result equals.
DiscriminatingCase discriminating_case(const spec::Cell& cell, const spec::Registers& registers,
                                       const AddressingPlan& plan, const NumberRange& numbers);

// The case above with source_numbers().
DiscriminatingCase discriminating_case(const spec::Cell& cell, const spec::Registers& registers,
                                       const AddressingPlan& plan);

// Contiguous operands, the destination directly behind the source.
AddressingPlan contiguous_plan(const spec::Conversion& row, std::uint64_t repeats);

// The row in each mode that it has, the optional ones last.
std::vector<spec::Cell> cells_of(const spec::Conversion& row);

// The values of CTRL for cases that CTRL[48] must not affect: both states for a half result, so
// that an implementation that has only one of them can be asked.
std::vector<std::uint64_t> both_ctrl48(const spec::Conversion& row);

}  // namespace vconform::generators
