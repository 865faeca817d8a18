// Copies with arguments outside the documented range: one clause of rules fixpipe.parameters and
// copy.parameters violated, or an operand off its alignment, all else legal.
#pragma once

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Whatever the arguments mean stays in the memories: sources, vectors, and both layouts of the
// destination. Something would be written, but of a DataCopy with a blockCount or a blockLen of 0.
spec::Case matrix_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                    spec::FeatureSet allowed);
spec::Case block_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                   spec::FeatureSet allowed);

}  // namespace vconform::generators
