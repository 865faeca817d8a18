// Cases of both families of copies that tell the readings of rules apart which they share with
// vconv.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

std::vector<DiscriminatingCase> copied_nibble_cases();
std::vector<DiscriminatingCase> copied_subnormal_cases();

}  // namespace vconform::generators
