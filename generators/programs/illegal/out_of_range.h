// Cases with arguments outside the documented range (rules args.out-of-range, s4.mask-pairs): a
// backend that checks its arguments rejects them, any other may leave anything in the destination's
// span.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The case of instruction_case without kInPlace, with the destination, the source or both 1 to 31
// bytes off a block; or, for s4, with an odd count in counter mode or, under kMask, a mask that
// splits a pair. It has something to write, the operands do not overlap, and the walk stays in UB:
// a misaligned block reaches into the next block only. For copies see their families'
// out_of_range.h.
spec::Case out_of_range_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// Those of vector instructions: of the family vconv, and of deq and cast_deq.
spec::Case vconv_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                   const Bounds& bounds);
spec::Case deq_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                 const Bounds& bounds);

}  // namespace vconform::generators
