// Discriminators of rules about vconv.
#pragma once

#include <vector>

#include "generators/vector/discriminator.h"

namespace vconform::generators {

// Rules about values: witnesses in the first lanes of one full repeat. No witness is a tie or a
// NaN.
std::vector<Discriminator> vconv_value_discriminators();
// Rule walk.order: operands that overlap in hazards.
std::vector<Discriminator> vconv_order_discriminators();

}  // namespace vconform::generators
