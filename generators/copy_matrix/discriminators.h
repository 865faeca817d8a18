// Discriminators of rules about copy_matrix, in every instruction that a rule concerns, with the
// quant word in the register; half results under both states of CTRL[48].
#pragma once

#include <vector>

#include "generators/vector/discriminator.h"

namespace vconform::generators {

// Rules about layouts, over numbers whose results are the same under every reading of the other
// rules; and about ranges: a backend may refuse the cases.
std::vector<Discriminator> matrix_layout_discriminators();
// Rules about values, and about ReLU.
std::vector<Discriminator> matrix_value_discriminators();
std::vector<Discriminator> matrix_relu_discriminators();
// Cases about fixpipe.product where an alpha is all that multiplies.
std::vector<DiscriminatingCase> alpha_product_cases();

}  // namespace vconform::generators
