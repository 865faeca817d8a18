// Faults in one argument at one power of two.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

struct ArgumentMutant {
  WrongBackend backend;
  // "capped at", "without bit", "modulo", "refused from", "one less at".
  std::string_view kind;
};

// Every argument of a row's instructions at every power of two that a memory of A2 lets a case
// show, and every kind of fault. A value that is refused has no result.
std::vector<ArgumentMutant> argument_mutants(const spec::Cell& cell);

// Those that a count of mutants holds: every argument capped at every power of two, once for each
// path of each family; the other kinds once for each family.
std::vector<WrongBackend> counted_argument_mutants();

}  // namespace vconform::suites
