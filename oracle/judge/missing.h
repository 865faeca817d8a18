// Results that were not written: what went wrong with them is their place.
#pragma once

#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/memory_image.h"

namespace vconform::oracle {

// Whether the wrong elements of the first step that has some all hold what was there before, and
// not because of their values: another element with the same source and parameters is right, or
// every element, of different sources, is missing. `wrong` is not empty, and in the order of the
// world.
bool are_missing(const World& world, const std::vector<const PredictedElement*>& wrong,
                 const spec::MemoryImage& before, const spec::MemoryImage& after);

// The rule about places by which the instruction writes the element.
spec::RuleId rule_of_place(const World& world, const PredictedElement& element);

}  // namespace vconform::oracle
