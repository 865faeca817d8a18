// Wrong results that are right ones at the wrong place: of another lane, column, block, repeat or
// half, made with another lane's factor, or what stood there before.
#pragma once

#include <optional>

#include "oracle/judge/judge.h"
#include "suites/judging/ran.h"

namespace vconform::suites {

// A finding about the place of the first wrong element, if that is what the case shows: with the
// source of this element in every lane, or its factor for every lane, no value is wrong. The rule
// is then the one about places by which the instruction reads and writes the element. Runs the
// backend again: of a program the first step that is wrong, by itself, on the memory images that
// the steps before it left. nullopt for an element whose value is wrong wherever it stands, and for
// a step that is not wrong in the same way by itself.
std::optional<Finding> place_fault(const Ran& ran, const oracle::Judgement& judgement,
                                   const Finding& finding);

// Whether the value of the first wrong element is wrong wherever it stands: in the simplest case
// with its source and its factor in every lane some value is wrong too. Then no finding about its
// place is made of it, and no reading of a rule about places explains it. A small case finds that
// out at once; false says nothing. Runs the backend again.
bool is_wrong_everywhere(const Ran& ran, const Finding& finding);

}  // namespace vconform::suites
