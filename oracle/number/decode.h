// Bit pattern to exact value, and back.
#pragma once

#include <cstdint>

#include "oracle/number/exact_value.h"
#include "spec/number/number_format.h"

namespace vconform::oracle {

ExactValue decode(const spec::NumberFormat& format, std::uint64_t pattern);

// The pattern of a value that the format represents exactly; a NaN gives the quiet one without
// payload.
std::uint64_t encode(const spec::NumberFormat& format, const ExactValue& value);

bool is_nan(const spec::NumberFormat& format, std::uint64_t pattern);
// A floating-point value other than zero below the smallest normal number.
bool is_subnormal(const spec::NumberFormat& format, std::uint64_t pattern);

}  // namespace vconform::oracle
