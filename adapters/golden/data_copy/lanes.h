// DataCopy from CO1 to CO2 over packed lanes, and vconv_deq, which multiplies as its DEQ does.
#pragma once

#include <optional>

#include "adapters/golden/data_copy/element.h"
#include "adapters/golden/dequantise/lane_pipeline.h"

namespace vconform::adapters::golden {

// Gives what copied() gives with the cell, the chain and the ReLU of `element`, lane i with the
// word i mod 16. Nothing where no kernel has these steps.
std::optional<LanePipeline> copied_lanes(const CopiedElement& element, const LaneWords& words);

// Gives what deq_f16() gives; `cuts`: and then ReLU.
std::optional<LanePipeline> deq_f16_lanes(const Deq16Chain& chain, const LaneWords& words,
                                          bool cuts);

// Gives what deq_b8() gives, whatever bits of a scale count.
std::optional<LanePipeline> deq_b8_lanes(const DeqChain& chain, const LaneWords& words);

}  // namespace vconform::adapters::golden
