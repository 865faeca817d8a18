// Programs that run one instruction again and again under registers that change.
#pragma once

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::generators {

// A legal program of the instruction, each run of which has a destination of its own where there is
// room:
// * a run before each of its registers is written that may be zero, as at the start of a program,
//   and one after it;
// * one with nothing written since, and one that reads results;
// * one after another of `bounds.others`, with what that changes written anew;
// * one that reads what another of them has just written and, of those that take factors at an
//   address, one whose factors were written after the address was;
// * runs of two drawn cases in turn, with each register once the last that is written, and
//   sometimes written twice.
// At the end every register holds garbage, for the program that follows in the same context.
spec::Case state_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds);

}  // namespace vconform::generators
