// The class `mechanical`: golden's source, wrong at one site.
#pragma once

#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// One for each site of the library. Throws adapters::LoadError, naming what builds it,
// if it is not built; std::logic_error if an argument in arguments.h fits no site.
std::vector<WrongBackend> mechanical_mutants();

}  // namespace vconform::suites
