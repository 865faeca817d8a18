// Programs that run one instruction again and again under registers that change.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// A legal program of the instruction, most runs of which have a destination of their own where
// there is room:
// * a run before each of its registers is written that may be zero, as at the start of a program,
//   one after it, and sometimes the first one again, unchanged;
// * one with nothing written since, one that reads results and, rarely, hundreds of them;
// * one after another of `bounds.others`, with what that changes written anew;
// * runs of two drawn cases in turn, with each register once the last that is written, and
//   sometimes written twice;
// * those of data_flow.h, with a writer out of `bounds.others`;
// * the same again, each time with one argument changed (changed_argument.h);
// * rarely, one after dozens of writes of each register.
// Sometimes an illegal program of the instruction, which may be refused, is run before. At the end
// every register holds garbage, for the program that follows in the same context.
spec::Case state_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
