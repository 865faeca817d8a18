// Copies whose results meet: the hazards of copy_matrix and DataCopy.
#pragma once

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// With kInPlace: of copy_matrix where kStrides is allowed too, of DataCopy within UB and with
// vectors. No other DataCopy has any.
bool has_copy_hazards(const spec::Conversion& row, spec::FeatureSet allowed);

// A copy_matrix of which two results have one place (rule fixpipe.overlap): dstStride or dst_D too
// small, nd blocks upon each other.
spec::Case matrix_hazard_case(ChoiceSource& choices, const spec::Cell& cell,
                              spec::FeatureSet allowed);

// A DataCopy with a source block or a vector in the destination (rule overlap.hazard).
spec::Case block_hazard_case(ChoiceSource& choices, const spec::Cell& cell,
                             spec::FeatureSet allowed);

}  // namespace vconform::generators
