// Programs of a few lines that show a wrong element without this suite.
#pragma once

#include <string>

#include "oracle/explain/wrong_element.h"
#include "spec/rows/conversions.h"

namespace vconform::suites {

// Empty where a single source does not show it: only a vconv has no other operand, and its result
// must be one pattern.
struct Reproducer {
  // Declares `mine`, which takes and returns patterns, and calls it; exits 1 while it is wrong.
  std::string c;
  // Calls `mine` with an array; integers of 4 bits, which numpy lacks, have none, and bf16 is held
  // in uint16.
  std::string numpy;
};

// `ctrl` is the value of CTRL.
Reproducer reproducer_of(const spec::Cell& cell, const oracle::WrongElement& element,
                         std::uint64_t ctrl);

}  // namespace vconform::suites
