// Cases of copy_matrix with arguments outside the documented range: one clause of rule
// fixpipe.parameters violated, or an operand off its alignment, everything else legal.
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
// within memory. The copy has something to write.
spec::Case matrix_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                    const Bounds& bounds);

// Draws for matrix_out_of_range_case, each the simplest case with one argument that is illegal, or
// of which a reading or no page says so: of every argument the smallest illegal values, and those
// that a field of a few bits takes for a legal one.
std::vector<Draws> matrix_illegal_draws(const spec::Conversion& row, spec::FeatureSet allowed);

}  // namespace vconform::generators
