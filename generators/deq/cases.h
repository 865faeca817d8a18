// Cases of the families deq and cast_deq.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/deq/call.h"
#include "generators/deq/scales.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// One dequantisation with the registers it reads: SetCtrl, SetMask, SetDeqScale, Vconv. Of
// `bounds.allowed` as vconv_case; kInPlace is for a vector that overlaps the source, too.
spec::Case deq_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// The same with a CastDeq, whose mask may be set before it or by it. Of `bounds.allowed` as
// vconv_case, and kCounter for the count form and for counter mode outside of the others. An s32
// source with is_vec_deq, which promises nothing, is rare.
spec::Case cast_deq_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

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
