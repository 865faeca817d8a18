// How cases of the families deq and cast_deq are put together.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/dequantise/call.h"
#include "generators/dequantise/scales.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// One dequantisation with the registers it reads, of either family.
spec::Case dequantisation_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// Where the operands may lie in a UB of so many blocks: of an instruction that may have a vector,
// before its end.
Region deq_region(const spec::Conversion& row, std::uint64_t ub_blocks);

// Puts a case together. Draws what the source holds, numbers that tell their position or patterns
// all over its range; then the vector's other factors; then planted elements, solved for the scales
// of their lanes.
spec::Case assembled_deq_case(ChoiceSource& choices, const DeqCall& call, DeqScales scales,
                              const AddressingPlan& plan, std::uint64_t vector_block,
                              std::uint64_t ub_blocks);

}  // namespace vconform::generators
