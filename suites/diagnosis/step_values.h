// The values that a wrong implementation of one step of a dequantisation might give.
#pragma once

#include <string_view>
#include <vector>

#include "oracle/number/exact_value.h"
#include "spec/number/number_format.h"

namespace vconform::suites {

// The values for a step of this name (oracle::DerivedStep) with this exact value, the right one
// among them: its neighbours in the formats of a chain, both neighbouring whole numbers, what it
// becomes when it is clamped to another width, wrapped to it or neither. They depend on nothing
// else. Empty for a step without a kind, or a value that is not finite.
std::vector<oracle::ExactValue> values_of_step(std::string_view name,
                                               const oracle::ExactValue& exact);

// Whether the step rounds to a whole number: whatever the rounding, it never makes a smaller number
// of a larger value.
bool rounds_to_whole(std::string_view name);

// Whether the format has the value, so that it may be a result.
bool has_value(const spec::NumberFormat& format, const oracle::ExactValue& value);

}  // namespace vconform::suites
