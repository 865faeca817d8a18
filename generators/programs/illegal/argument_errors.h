// Calls of the API form with arguments outside the documented range (rule args.out-of-range), which
// a backend that checks its arguments rejects. Run them against such a backend only: most leave the
// operands' blocks or UB, and nothing is promised about any other backend.
#pragma once

#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/choices/draws.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// True for the family cast_deq.
bool has_argument_errors(const spec::Cell& cell);

// The case of cast_deq_case without kInPlace, with one of these faults; requires
// has_argument_errors(cell):
//   a contiguous mask of 0 or more than all elements;
//   a bitwise mask with no bit set or, for an s32 source, with mask1;
//   the destination, the source or both misaligned;
//   is_vec_deq false after the tensor form set DEQSCALE;
//   under kCounter, a count whose walk leaves UB.
spec::Case argument_error_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// Draws for it, each the simplest call with one of the faults but misalignment.
std::vector<Draws> argument_error_draws(spec::FeatureSet allowed);

}  // namespace vconform::generators
