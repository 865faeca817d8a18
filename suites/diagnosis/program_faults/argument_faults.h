// Faults in one argument of the instructions of a row.
#pragma once

#include <string_view>
#include <vector>

#include "spec/rows/conversions.h"
#include "suites/diagnosis/program_faults/program_fault.h"

namespace vconform::suites {

struct ArgumentFault {
  ProgramFault fault;
  // "is capped at", "loses the bit", "always has the bit", "is taken modulo", "is sign-extended
  // from", "is refused from", "is one less at".
  std::string_view kind;
};

// Every argument at every power of two that a memory of A2 lets a case show, and every kind of
// fault.
std::vector<ArgumentFault> argument_faults(const spec::Cell& cell);

// Every argument one short, one too many, doubled, halved, always 0, always 1.
std::vector<ProgramFault> plain_argument_faults(const spec::Cell& cell);

// Whether no result shows a leaky ReLU, PReLU among them: what it does to an integer that is not
// scaled is open.
bool is_leaky_relu_open(const spec::Conversion& row);

}  // namespace vconform::suites
