// An instruction twice, with nothing but register writes between.
#pragma once

#include "generators/programs/state/part.h"
#include "generators/programs/state/program.h"

namespace vconform::generators {

// The second run writes over results of the first one, all or some of them.
void run_over_results(const Part& first, const Part& second, StateProgram& program);

// The second run finds a word in a register of which half is another one.
void run_with_half_a_word(const Part& a, const Part& b, StateProgram& program);

// The second run of a copy of several matrices copies one less, the third one takes them from
// nearer places.
void run_with_one_nd_field_less(const Part& part, StateProgram& program);

// The registers that the instruction does not read hold anything.
void run_beside_garbage(const Part& part, StateProgram& program);

}  // namespace vconform::generators
