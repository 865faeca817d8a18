// Every argument with its illegal values.
#pragma once

#include <cstdint>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The number of cases of an instruction, each with one illegal argument and everything else as
// simple as can be: operands 1 to 31 bytes off a block, every pair of s4 split, odd counts; of
// copies every argument at its smallest illegal values and at those that a field of a few bits
// takes for a legal one. See the rules of out_of_range_case. Cheap, for planning.
std::uint64_t illegal_case_count(const spec::Cell& cell, spec::FeatureSet claimed);
spec::Case illegal_case(const spec::Cell& cell, std::uint64_t index, spec::FeatureSet claimed);

// The same for argument_error_case; 0 except for the family cast_deq.
std::uint64_t listed_argument_error_count(const spec::Cell& cell, spec::FeatureSet claimed);
spec::Case listed_argument_error(const spec::Cell& cell, std::uint64_t index,
                                 spec::FeatureSet claimed);

}  // namespace vconform::generators
