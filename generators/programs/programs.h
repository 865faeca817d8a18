// Programs of several conversions on the same blocks of UB, so that what one leaves behind meets
// the next.
#pragma once

#include <cstddef>
#include <span>

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

inline constexpr std::size_t kMostProgramSteps = 16;

// Two to sixteen instructions of drawn cells with the registers they need, on six operands of
// 32 blocks each and a vector of factors at UB+0. Between two instructions often nothing is
// written into the registers: a mask meets other widths, DEQSCALE another dequantisation, counter
// mode stays on. A result is often the next source, and two instructions of one destination follow
// each other, as the h and the l half of a dequantisation do.
//
// Legal: operands are apart or, in rows of equal width, the same; every walk stays in UB.
// `cells` is not empty, of the families vconv, deq and cast_deq; `allowed` holds for all of them.
spec::Case program_case(ChoiceSource& choices, std::span<const spec::Cell> cells,
                        spec::FeatureSet allowed);

}  // namespace vconform::generators
