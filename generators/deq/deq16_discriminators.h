// Discriminating cases for s32 to f16.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// Sources and scales such that no result and no intermediate number is subnormal.
std::vector<DiscriminatingCase> deq16_precision_cases();
// A subnormal scale: f16 results or intermediate f16 numbers are subnormal, wherever the product is
// rounded (deq16.precision).
std::vector<DiscriminatingCase> deq16_subnormal_cases();

}  // namespace vconform::generators
