// The source that a scale takes to a wanted product.
#pragma once

#include <cstdint>

#include "generators/dequantise/multiplier.h"

namespace vconform::generators {

// The source whose product with `by` is `product`, or else the next one toward zero, moved `steps`
// source numbers away from zero and limited to the range of the source. 0 if the scale is 0.
std::uint64_t solved_source(const Multiplier& by, const Dyadic& product, int steps);

// The pattern of an integer in the row's source format, limited to its range.
std::uint64_t source_integer(const Multiplier& by, bool negative, std::uint64_t magnitude);

}  // namespace vconform::generators
