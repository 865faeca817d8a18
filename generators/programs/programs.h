// Programs of several conversions on the same blocks of UB, so that the state that one leaves
// behind meets the next.
#pragma once

#include <cstddef>
#include <span>

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

inline constexpr std::size_t kMostProgramSteps = 16;

// Whether program_case can take an instruction of the row.
bool runs_in_programs(const spec::Conversion& row);

// Two to sixteen instructions of drawn cells with the registers they need, on six operands of 32
// blocks each and a vector of factors at UB+0. Often no register is written between two
// instructions: a mask meets other widths, DEQSCALE another dequantisation, counter mode stays on.
// A result is often the next source, and two instructions with one destination follow each other,
// as the h and the l half of a dequantisation do.
// Legal: operands do not overlap or, in rows of equal width, are the same; every walk stays in UB.
// `cells` must not be empty and must run in programs; `allowed` applies to all of them.
spec::Case program_case(ChoiceSource& choices, std::span<const spec::Cell> cells,
                        spec::FeatureSet allowed);

}  // namespace vconform::generators
