// Sixteen factors of DEQ as its kernel takes them.
#pragma once

#include <optional>

#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/lane_pipeline.h"

namespace vconform::adapters::golden {

// What the kernel needs to give deq_b8(chain, source, words[lane mod 16]). Nothing where it has no
// way to: a step of the chain is none of golden's, or a significand has more than 11 bits.
std::optional<kernels::DeqFactors> deq_factors(const DeqChain& chain, const LaneWords& words);

}  // namespace vconform::adapters::golden
