// Faults in what a conversion makes of one special source.
#pragma once

#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// In each pair of vconv, each special source gets each result that a careless implementation may
// give it: 0, a limit, an infinity, a NaN and so on. A result that is right under every CTRL is
// left out.
std::vector<WrongBackend> special_mutants();

}  // namespace vconform::suites
