// Cases of the family deq.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// One dequantisation with the registers it reads: SetCtrl, SetMask, SetDeqScale, Vconv. Of
// `bounds.allowed` as vconv_case; kInPlace is for a vector that overlaps the source, too.
spec::Case deq_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
