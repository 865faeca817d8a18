// Cases of data_copy with arguments outside the documented range: one clause of rule
// copy.parameters violated, or an operand off its alignment, everything else legal.
#pragma once

#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/choices/draws.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Under any meaning of the arguments, sources, vectors and both layouts of the destination stay
// within memory. The copy has something to write, except with a blockCount or a blockLen of 0.
spec::Case block_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                   const Bounds& bounds);

// Draws for block_out_of_range_case, each the simplest case with one illegal argument: of every
// argument the smallest illegal values, and those that a field of a few bits takes for a legal one.
std::vector<Draws> block_illegal_draws(const spec::Conversion& row, spec::FeatureSet allowed);

}  // namespace vconform::generators
