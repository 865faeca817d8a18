// Cases with arguments outside the documented range (rules args.out-of-range, s4.mask-pairs): a
// backend that checks its arguments rejects them, another may leave anything in the destination's
// span.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// As instruction_case without kInPlace, but the destination, the source or both begin 1 to 31 bytes
// off a block; or, for s4, an odd count in counter mode, or under kMask a mask that splits a pair.
// Something would be written, the operands are apart, and the walk stays in UB.
// Of a copy as copy_out_of_range.h says.
// The blocks that such an operand touches are its own and the one behind it.
spec::Case out_of_range_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
