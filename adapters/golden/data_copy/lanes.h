// DataCopy from CO1 to CO2 over packed lanes.
#pragma once

#include <optional>

#include "adapters/golden/data_copy/element.h"
#include "adapters/golden/dequantise/lane_pipeline.h"

namespace vconform::adapters::golden {

// A pipeline with the results of copied() for the cell, the chain and the ReLU of `element`, lane i
// with the word i mod 16. nullopt if no kernel has these steps.
std::optional<LanePipeline> copied_lanes(const CopiedElement& element, const LaneWords& words);

}  // namespace vconform::adapters::golden
