// Calls of the API form with arguments outside the documented range (rule args.out-of-range): a
// backend that checks its arguments rejects them. Of another nothing is known; most of these leave
// the operands' blocks or UB, so run them against the former only.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Of the family cast_deq.
bool has_argument_errors(const spec::Cell& cell);

// As cast_deq_case without kInPlace, and with one of these faults; `cell` has_argument_errors:
//   a contiguous mask of no element or more than there are;
//   a bitwise mask of no element, or of an s32 source one with mask1;
//   the destination, the source or both off a block;
//   of an s16 source, is_vec_deq false where DEQSCALE was set by the tensor form;
//   under kCounter, a count whose walk leaves UB.
spec::Case argument_error_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
