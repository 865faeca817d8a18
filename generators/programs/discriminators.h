// Cases that tell the readings of the open rules apart: what to run to learn which reading an
// implementation follows.
#pragma once

#include <span>
#include <vector>

#include "generators/vector/discriminator.h"

namespace vconform::generators {

// Each rule with Openness::kChoice stands in exactly one row. Probe the rows in this order.
std::span<const Discriminator> discriminators();

// Rows of the rules that both families of copies share with vconv.
std::vector<Discriminator> copy_discriminators();

}  // namespace vconform::generators
