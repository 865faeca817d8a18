// Backends that follow another reading in one row than everywhere else, and the bundled mutants.
#pragma once

#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// Each reading of each open rule that golden does not follow and that may be inferred, in the first
// row with a case that tells them apart and in the last one. Two are needed: one row that follows
// another reading everywhere is no fault.
std::vector<WrongBackend> reading_mutants();

// Those of --backend mutant:NAME.
std::vector<WrongBackend> bundled_mutants();

}  // namespace vconform::suites
