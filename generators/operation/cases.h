// Cases of an operation: one step, from registers as a kernel meets them, or stale ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/vector/magnitudes.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// A small rectangle of any permitted shape, CTRL in one of its four states, with a few sources
// planted in it.
spec::Case operation_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

// Every source of operation_sources under a CTRL, once with aligned operands and once with others,
// as far as both are permitted.
std::size_t operation_source_case_count(const spec::Conversion& row, spec::FeatureSet claimed);
spec::Case operation_source_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                                 spec::FeatureSet claimed);

// Columns of 1 and beside the limits of a repeat and of 255 repeats, and rows of them, with and
// without gaps, aligned and not, each from stale registers and under another CTRL.
std::vector<MagnitudeCase> operation_sizes(const spec::Cell& cell, std::uint64_t ctrl, Pairs pairs);

}  // namespace vconform::generators
