// Programs of a few lines that show a wrong element without this suite.
#pragma once

#include <cstdint>
#include <string>

#include "oracle/explain/wrong_element.h"
#include "spec/case/instruction.h"

namespace vconform::suites {

// Empty where a single source does not show it, and of operations of lowerings: the result must be
// one pattern.
struct Reproducer {
  // Declares `mine`, which takes and returns patterns, and calls it; exits 1 while it is wrong.
  // Behind the source come the word that scales it and alpha, where the instruction has them.
  std::string c;
  // Calls `mine` with an array; integers of 4 bits, which numpy lacks, have none, and bf16 is held
  // in uint16.
  std::string numpy;
};

// `step` is the instruction, `ctrl` the value of CTRL.
Reproducer reproducer_of(const spec::Step& step, const oracle::WrongElement& element,
                         std::uint64_t ctrl);

}  // namespace vconform::suites
