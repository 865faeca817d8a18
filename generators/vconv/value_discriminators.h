// Discriminating cases for rules about values: witnesses in the first lanes of one full repeat. No
// witness is a tie or a NaN.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// CTRL[59] with CTRL[60] clear and set; integers out of range.
std::vector<DiscriminatingCase> ctrl59_cases();
std::vector<DiscriminatingCase> ctrl59_f162s16_cases();
// CTRL[48] set; beyond MAX of the half formats by less and by more than one unit in the last place.
std::vector<DiscriminatingCase> directed_overflow_cases();
std::vector<DiscriminatingCase> odd_overflow_cases();
// Subnormal f16 results of normal sources; then normal results of subnormal sources; then subnormal
// results of subnormal sources, for which both rules matter.
std::vector<DiscriminatingCase> subnormal_cases();

}  // namespace vconform::generators
