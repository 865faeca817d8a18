// The check that people write today: uniform random numbers in contiguous operands, compared with a
// tolerance.
#pragma once

#include <cstdint>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// Whether such a check fails a backend.
struct OrdinaryVerdict {
  // More than one element in 1000 differs from golden's by more than 1e-3 relative and absolute.
  bool with_tolerance = false;
  // Some element differs.
  bool exactly = false;
};

// Runs an instruction once, over sources that are uniform between -1000 and 1000 or over the range
// of an integer type, with the registers of a listed case.
OrdinaryVerdict ordinary_check(const Executor& wrong, const Executor& golden,
                               const spec::Cell& cell, const spec::Choices& pinned,
                               std::uint64_t seed);

}  // namespace vconform::suites
