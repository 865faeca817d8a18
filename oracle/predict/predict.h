// The permitted memory images after a whole case: worlds, one for each combination of the open
// readings that affect places, or results which a later step reads.
#pragma once

#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// spec::case_problem() must find nothing in the case. `before` is initial_image(test_case). The
// worlds differ in the choices that are not pinned and that the case touches. Operands that overlap
// in a hazard leave the destination open while walk.order is open (asc-devkit:通用说明和约束); if
// it is pinned, they are read and written in that order (up to 4096 repeats). Throws LeavesMemory
// (oracle/predict/leaves_memory.h) if an operand or a vector of factors, quant words or alphas
// leaves its memory, and spec::InputError if all worlds together have more than kMostElements
// (oracle/predict/budget.h). Not thrown for a count of cast_deq that leaves UB, which is out of
// range, and for a copy whose arguments are out of range, which leaves the existing part of its
// destination open. `cited_before` holds rules that the caller knows to affect results. Where they
// are pinned they are not looked for in the elements, other than those with an input of `in_full`,
// which is faster: nothing but the rules that the worlds and their expectations cite depends on it.
std::vector<World> predict(const spec::Case& test_case, const spec::MemoryImage& before,
                           const spec::Choices& pinned, const RuleSet& cited_before = {},
                           const ElementInputs& in_full = {});

// The memory images that a world leaves of `before`, with the first of several permitted patterns
// and the first readings of open rules.
spec::MemoryImage memory_after(const World& world, const spec::MemoryImage& before);

}  // namespace vconform::oracle
