// What a whole case must leave in memory: worlds, one for each combination of open readings.
#pragma once

#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// `before` is initial_image(test_case). The worlds differ in the choices that are not pinned and
// that the case touches. Operands that overlap in a hazard promise nothing while walk.order is open
// (asc-devkit:通用说明和约束); where it is pinned, they are read and written in that order (up to
// 4096 repeats).
// Throws spec::InputError when an operand's walk leaves its memory, or a vector of factors, quant
// words or alphas does; a count of cast_deq that does so is out of range instead, and a copy whose
// arguments are out of range leaves open what there is of its destination. And when all worlds
// together have more than kMostElements (oracle/predict/budget.h).
std::vector<World> predict(const spec::Case& test_case, const spec::MemoryImage& before,
                           const spec::Choices& pinned);

// What a world leaves of `before`; where it permits several patterns, the first.
spec::MemoryImage memory_after(const World& world, const spec::MemoryImage& before);

}  // namespace vconform::oracle
