// Discriminators of rules about dequantisations, for every instruction of the families deq and
// cast_deq.
#pragma once

#include <vector>

#include "generators/vector/discriminator.h"

namespace vconform::generators {

// Rules about the bytes that a dequantisation reads and writes.
std::vector<Discriminator> deq_addressing_discriminators();
// Rules about the values of b8 results: witnesses in the first lanes of one full repeat, zeros in
// the others.
std::vector<Discriminator> deq_value_discriminators();
// Rules about s32 to f16.
std::vector<Discriminator> deq16_discriminators();
// Rule walk.order.
std::vector<Discriminator> deq_order_discriminators();

}  // namespace vconform::generators
