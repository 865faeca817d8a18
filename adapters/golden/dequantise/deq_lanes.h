// Sixteen factors of DEQ in the form that its kernel takes.
#pragma once

#include <optional>

#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/lane_pipeline.h"

namespace vconform::adapters::golden {

// The factors with which the kernel gives deq_b8(chain, source, words[lane mod 16]). nullopt if it
// cannot: golden lacks a step of the chain, or a significand has more than 11 bits.
std::optional<kernels::DeqFactors> deq_factors(const DeqChain& chain, const LaneWords& words);

}  // namespace vconform::adapters::golden
