// The source that a scale takes to a wanted product.
#pragma once

#include <cstdint>

#include "generators/dequantise/scaled_sources.h"

namespace vconform::generators {

// The source whose product with `by` is `product`, or the last one before it on the way from 0,
// moved `steps` source numbers away from zero and stopped at the limits of the source. 0 where the
// scale is 0.
std::uint64_t solved_source(const Multiplier& by, const Dyadic& product, int steps);

// The pattern of an integer of the row's source; beyond its range the limit.
std::uint64_t source_integer(const Multiplier& by, bool negative, std::uint64_t magnitude);

}  // namespace vconform::generators
