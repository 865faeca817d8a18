// Cases of the family vconv.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// One conversion with the registers it reads: SetCtrl, SetMask, Vconv. Uses only the features in
// `bounds.allowed`. Without
//   kMask, the mask is full;
//   kCounter, the mode is normal;
//   kRepeat, there is one repeat, in counter mode at most one repeat's count;
//   kStrides, strides are contiguous;
//   kInPlace, operands are disjoint;
//   kCtrl59, CTRL[59] is clear.
// kSaturate and kKeepInf are the values of CTRL[48] for half and bfloat16 results; with neither it
// is 0. Bits of CTRL that no conversion reads are sometimes set. `claim` and `seed` are left to the
// runner.
spec::Case vconv_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
