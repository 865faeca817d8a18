// Proofs that nothing can tell a wrong backend from golden.
#pragma once

#include <string>

#include "suites/judging/property.h"
#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// Whether the two do the same in every systematic case of the instruction.
bool agree_on_every_source(const Executor& one, const Executor& other, const spec::Cell& cell);

// Why a backend that has survived is equivalent; empty if that is not proved. `golden` is judged by
// its own readings.
std::string proof_of_equivalence(const WrongBackend& backend, const Subject& golden);

}  // namespace vconform::suites
