// Faults in what a call is taken for: another instruction, a selector that is ignored or misread,
// two arguments exchanged, one made up from others.
#pragma once

#include <vector>

#include "spec/rows/conversions.h"
#include "suites/diagnosis/program_faults/program_fault.h"

namespace vconform::suites {

// Those that a legal program of the row may show.
std::vector<ProgramFault> call_faults(const spec::Cell& cell);

}  // namespace vconform::suites
