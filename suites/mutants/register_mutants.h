// Registers that a row's instruction reads wrongly because of what ran before.
#pragma once

#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// Each register that an instruction of each row reads, CTRL by its bits: forgotten, sticky, written
// late, left over from the program before.
std::vector<WrongBackend> register_mutants();

}  // namespace vconform::suites
