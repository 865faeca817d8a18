// Faults in the values that an instruction converts, whatever the family: golden is given other
// sources, or its results are changed.
#pragma once

#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// Each rounding of each pair of vconv does what each other one of the pair does.
std::vector<WrongBackend> rounding_mutants();

// In each row, each special source is taken for each other one that a careless implementation may
// take it for: a NaN for 0 or an infinity, an infinity for the largest number, a subnormal number
// for 0, -0 for +0, the smallest integer for its neighbour and so on.
std::vector<WrongBackend> source_mutants();

// In each row, each limit of the result is one too near or one too far, or has the other sign.
std::vector<WrongBackend> limit_mutants();

}  // namespace vconform::suites
