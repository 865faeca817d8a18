// Exact dyadic numbers and the patterns next to them, in integers only.
#pragma once

#include <cstdint>

#include "generators/choices/wide.h"
#include "spec/number/number_format.h"

namespace vconform::generators {

// The number significand * 2^exponent, with a sign.
struct Dyadic {
  bool negative = false;
  Wide significand = 0;
  int exponent = 0;
};

// The pattern of the number itself if the format has it, otherwise of the next one toward zero: the
// largest finite one for a number beyond the range, 0 for a negative one in an unsigned format.
std::uint64_t pattern_toward_zero(const spec::NumberFormat& format, const Dyadic& number);

// The finite pattern `steps` places farther from zero (nearer for negative steps) on the same side,
// stopping at zero and at the limit of the format. `pattern` is finite.
std::uint64_t pattern_beside(const spec::NumberFormat& format, std::uint64_t pattern,
                             std::int64_t steps);

}  // namespace vconform::generators
