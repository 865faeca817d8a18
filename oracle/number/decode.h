// Conversion from a bit pattern to its exact value, and back.
#pragma once

#include <cstdint>

#include "oracle/number/exact_value.h"
#include "spec/number/number_format.h"

namespace vconform::oracle {

ExactValue decode(const spec::NumberFormat& format, std::uint64_t pattern);

// The pattern of a value that the format represents exactly, which is asserted; for a NaN the quiet
// one without payload.
std::uint64_t encode(const spec::NumberFormat& format, const ExactValue& value);

bool is_nan(const spec::NumberFormat& format, std::uint64_t pattern);
// Whether a floating-point value is not zero and below the smallest normal number.
bool is_subnormal(const spec::NumberFormat& format, std::uint64_t pattern);

}  // namespace vconform::oracle
