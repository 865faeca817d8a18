// An instruction at the same places with one argument changed.
#pragma once

#include <span>

#include "generators/choices/bounds.h"
#include "generators/programs/state/part.h"
#include "generators/programs/state/program.h"

namespace vconform::generators {

// Runs the part, and over its results the same with a change, for each change: a backend that keeps
// what it has worked out by the places of the operands, or by some of the arguments, finds what is
// no longer right. No change reads or writes more than the part does.
// `others` are those of Bounds: an instruction in which nothing but the rounding, or the half of
// the block, is another one counts as changed too. `drawn` is another part of the instruction,
// whose values may be taken.
void run_with_each_change(const Part& part, const Part& drawn, std::span<const ClaimedCell> others,
                          StateProgram& program);

}  // namespace vconform::generators
