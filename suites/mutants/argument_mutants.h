// Faults in the arguments of a call.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

struct ArgumentMutant {
  WrongBackend backend;
  // As in ArgumentFault.
  std::string_view kind;
};

// Golden with each of the argument faults of a row. A value that is refused has no result.
std::vector<ArgumentMutant> argument_mutants(const spec::Cell& cell);

// Golden with each of the call faults of a row.
std::vector<WrongBackend> call_mutants(const spec::Cell& cell);

// Those that a count of mutants holds, once for each path of each family: every argument one off,
// 0 or 1, and capped at every power of two; the other kinds once for each family.
std::vector<WrongBackend> counted_argument_mutants();

// The call faults once for each path of each family.
std::vector<WrongBackend> counted_call_mutants();

}  // namespace vconform::suites
