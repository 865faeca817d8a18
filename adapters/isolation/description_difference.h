// What two descriptions of one backend do not agree on.
#pragma once

#include <string>

#include "adapters/abi/backend.h"

namespace vconform::adapters {

// The first thing, naming both: "it claims vconv_f322f16r at first, and not when opened again".
// Empty where they are the same.
std::string description_difference(const Description& first, const Description& again);

}  // namespace vconform::adapters
