// Cases of the family cast_deq.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// One CastDeq with the registers it reads: its mask may be set before it or by it. Of
// `bounds.allowed` as vconv_case, and kCounter for the count form and for counter mode outside of
// the others. An s32 source with is_vec_deq, which promises nothing, is rare.
spec::Case cast_deq_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
