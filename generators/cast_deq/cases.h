// Cases of the family cast_deq.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// One CastDeq with the registers it reads; its mask may be set before it or by it. `bounds.allowed`
// applies as in vconv_case; in addition the count form, and counter mode outside of the other
// forms, need kCounter.
spec::Case cast_deq_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
