// Discriminators of rules about DataCopy, in every instruction that a rule concerns. The factors of
// a vector are equal unless the rule is about them.
#pragma once

#include <vector>

#include "generators/vector/discriminator.h"

namespace vconform::generators {

// Rules about the places of blocks, results and vectors, over numbers whose results are the same
// under every reading of the other rules.
std::vector<Discriminator> block_layout_discriminators();
// Rules about values.
std::vector<Discriminator> block_value_discriminators();

}  // namespace vconform::generators
