// The arithmetic of one element, from its source to what it may become.
#pragma once

#include <functional>

#include "oracle/number/expectation.h"
#include "oracle/reading/derivation.h"

namespace vconform::oracle {

// It is run under several combinations of readings, and must do the same under the same one.
using Arithmetic = std::function<Expectation(Derivation&)>;

}  // namespace vconform::oracle
