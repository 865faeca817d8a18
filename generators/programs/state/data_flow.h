// Instructions that read what others write.
#pragma once

#include <span>

#include "generators/choices/bounds.h"
#include "generators/programs/state/part.h"
#include "generators/programs/state/program.h"

namespace vconform::generators {

// Adds, where one of `writers` writes the memory that is read and there is room:
// * the part's instruction, one that writes its source, and the same instruction again, unchanged;
// * for one that takes factors at an address in UB, copies that bring these there after the address
//   was written, and the part's instruction; where DEQSCALE is that address, one whose results are
//   the factors too.
void add_data_flow(const Part& part, std::span<const ClaimedCell> writers, StateProgram& program);

// Reads what the last run of the part wrote at the end of the memory, and what lies behind it.
void run_on_own_results(const Part& part, StateProgram& program);

}  // namespace vconform::generators
