// Cases of the family deq.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// One dequantisation with the registers it reads: SetCtrl, SetMask, SetDeqScale, Vconv.
// `bounds.allowed` applies as in vconv_case; a vector that overlaps the source needs kInPlace too.
spec::Case deq_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
