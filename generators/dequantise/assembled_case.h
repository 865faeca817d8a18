// The assembly of cases of the families deq and cast_deq.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/dequantise/call.h"
#include "generators/dequantise/scales.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// One dequantisation of either family with the registers it reads.
spec::Case dequantisation_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// The region for the operands in a UB of this many blocks; for an instruction that may have a
// vector, it leaves room for one at the end.
Region deq_region(const spec::Conversion& row, std::uint64_t ub_blocks);

// Puts a case together. Draws the contents of the source, numbers that tell their position or
// patterns all over its range; then the vector's other factors; then planted elements, solved for
// the scales of their lanes.
spec::Case assembled_deq_case(ChoiceSource& choices, const DeqCall& call, DeqScales scales,
                              const AddressingPlan& plan, std::uint64_t vector_block,
                              std::uint64_t ub_blocks);

}  // namespace vconform::generators
