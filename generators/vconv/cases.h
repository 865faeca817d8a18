// Cases of the family vconv.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// One conversion with the registers it reads: SetCtrl, SetMask, Vconv. Uses only what
// `bounds.allowed` has:
//   kMask      else a full mask               kStrides   else contiguous strides
//   kCounter   else normal mode               kInPlace   else disjoint operands
//   kRepeat    else repeat 1                  kCtrl59    else CTRL[59] clear
//   kSaturate, kKeepInf: which values CTRL[48] takes for half and bfloat16 results; with neither,
//   0.
// In counter mode without kRepeat the count is at most one repeat's. Bits of CTRL that no
// conversion reads are sometimes set. `claim` and `seed` are left to the runner.
spec::Case vconv_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
