// The first difference between two descriptions of one backend.
#pragma once

#include <string>

#include "adapters/abi/backend.h"

namespace vconform::adapters {

// The difference in words, naming both: "it claims vconv_f322f16r at first, and not when opened
// again". Empty if the descriptions are equal.
std::string description_difference(const Description& first, const Description& again);

}  // namespace vconform::adapters
