// The chains of DEQ and of vconv_deq over packed lanes: lane i with the word i mod 16.
#pragma once

#include <optional>

#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/deq16.h"
#include "adapters/golden/dequantise/lane_pipeline.h"

namespace vconform::adapters::golden {

// Sets the half scale of each word as multiplier. Returns false if a significand has too many bits.
bool set_half_scales(const LaneWords& words, kernels::ScaledFactors& factors);

// A pipeline with the results of deq_f16(), with ReLU applied if it `cuts`. nullopt if no kernel
// has these steps.
std::optional<LanePipeline> deq_f16_lanes(const Deq16Chain& chain, const LaneWords& words,
                                          bool cuts);

// A pipeline with the results of deq_b8(), whichever bits of a scale count. nullopt if no kernel
// has these steps.
std::optional<LanePipeline> deq_b8_lanes(const DeqChain& chain, const LaneWords& words);

}  // namespace vconform::adapters::golden
