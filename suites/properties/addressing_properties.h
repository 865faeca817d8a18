// Properties of masks, repeats, strides and addresses. None asks the oracle.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// Reversing the sources of a repeat reverses its results.
CheckResult permuting_lanes_permutes_results(const Subject& subject, const spec::Case& test_case);

// n repeats are k repeats followed by n-k from where those stopped.
CheckResult splitting_a_repeat_changes_nothing(const Subject& subject, const spec::Case& test_case);

// A mask and then its complement are the full mask.
CheckResult mask_and_complement_make_full(const Subject& subject, const spec::Case& test_case);

// The contiguous mask n equals any two bitwise masks that partition the first n elements.
CheckResult contiguous_equals_bitwise(const Subject& subject, const spec::Case& test_case);

// Counter mode with the count of n full repeats equals normal mode with n repeats and a full mask.
CheckResult counter_equals_normal(const Subject& subject, const spec::Case& test_case);

// The same operands elsewhere give the same results there.
CheckResult moving_the_bases_moves_the_results(const Subject& subject, const spec::Case& test_case);

}  // namespace vconform::suites
