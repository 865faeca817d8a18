// Discriminators of rules about the elements that are read and written, for every instruction of
// the family vconv.
#pragma once

#include <vector>

#include "generators/vector/discriminator.h"

namespace vconform::generators {

std::vector<Discriminator> addressing_discriminators();

}  // namespace vconform::generators
