// Copies whose results overlap: the hazards of copy_matrix and DataCopy.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Whether a row has hazards under `allowed`: kInPlace is needed, for copy_matrix kStrides too.
// Among the DataCopy rows only those within UB and those with vectors have any.
bool has_copy_hazards(const spec::Conversion& row, spec::FeatureSet allowed);

// A copy_matrix with two results in one place (rule fixpipe.overlap): dstStride or dst_D too small,
// or nd blocks that overlap.
spec::Case matrix_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// A DataCopy with a source block or a vector in the destination (rule overlap.hazard).
spec::Case block_hazard_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
