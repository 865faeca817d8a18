// Cases of copy_matrix with arguments outside the documented range: one clause of rule
// fixpipe.parameters violated, or an operand off its alignment, everything else legal.
#pragma once

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Under any meaning of the arguments, sources, vectors and both layouts of the destination stay
// within memory. The copy has something to write.
spec::Case matrix_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                    spec::FeatureSet allowed);

}  // namespace vconform::generators
