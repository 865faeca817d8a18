// Cases of both families of copies for the rules that they share with vconv, to tell the readings
// apart.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

std::vector<DiscriminatingCase> copied_nibble_cases();
std::vector<DiscriminatingCase> copied_subnormal_cases();

}  // namespace vconform::generators
