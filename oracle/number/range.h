// The limits of a format, and the operations saturate and keep low bits.
#pragma once

#include "oracle/number/exact_value.h"
#include "spec/number/number_format.h"

namespace vconform::oracle {

// The finite limit on the side of the sign: MAX or MIN of an integer, +MAX or -MAX of floating
// point.
ExactValue limit_of(const spec::NumberFormat& format, bool negative);

// Whether a finite value lies beyond the limit on its side.
bool beyond_limit(const spec::NumberFormat& format, const ExactValue& value);

// The value, or the limit on its side if it lies beyond it or is infinite.
ExactValue saturated(const spec::NumberFormat& format, const ExactValue& value);

// A finite value rounded once to a floating-point format, to nearest, ties to even; inf where the
// rounded value lies beyond the limit. A zero keeps its sign.
ExactValue rounded_to(const spec::NumberFormat& format, const ExactValue& value);

// A whole number modulo 2^bits, read as the integer format reads its pattern.
ExactValue keep_low_bits(const spec::NumberFormat& format, const ExactValue& value);

}  // namespace vconform::oracle
