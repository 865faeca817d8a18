// Rounding of a number to a floating-point format, to nearest, ties to even.
#pragma once

#include "adapters/golden/number/unpacked.h"

namespace vconform::adapters::golden {

// The nearest number of the format, subnormal ones included; beyond the largest an infinity. The
// significand has at most 64 bits; NaN and infinities are returned unchanged.
Unpacked nearest_in(const spec::NumberFormat& format, const Unpacked& value);

// The product: exact if the significands have at most 64 bits together; otherwise the last bit
// stands for all that follow it, which suffices for rounding to 62 bits or less. inf * 0 is NaN.
Unpacked product(const Unpacked& left, const Unpacked& right);

}  // namespace vconform::adapters::golden
