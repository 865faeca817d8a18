// Wrong backends with two mistakes at once.
#pragma once

#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// 200 pairs of mistakes that a diagnosis can name and that concern an instruction in common, drawn
// by a fixed seed: of the bundled mutants and those of roundings, arguments and registers.
std::vector<WrongBackend> pair_mutants();

}  // namespace vconform::suites
