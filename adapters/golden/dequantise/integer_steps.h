// The steps from a product to a b8 or b4, in the form that kernels take.
#pragma once

#include <cstddef>
#include <cstdint>

#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/lane_pipeline.h"
#include "spec/number/word_fields.h"

namespace vconform::adapters::golden {

// Sets the part that all lanes share. Returns false if golden lacks a step of the chain.
bool set_integer_steps(const DeqChain& chain, kernels::DeqFactors& factors);

// Whether the low bits of a product that exceeds every limit matter.
bool counts_low_bits(const DeqChain& chain);

// Set one lane, after the shared part: the rounding of a product that drops `right` bits, at most
// 29, and the offset.
void set_right(const DeqChain& chain, int right, std::size_t lane, kernels::DeqFactors& factors);
void set_offset(const DeqChain& chain, std::uint64_t bits, bool is_signed, std::size_t lane,
                kernels::DeqFactors& factors);

// Sets all lanes, for products in quarters; the places of offset and sign bit in a word differ by
// family. Returns false if no kernel has these steps.
struct IntegerFields {
  spec::WordField offset;
  spec::WordField sign;
};
bool set_integers_in_quarters(const DeqChain& chain, const IntegerFields& fields,
                              const LaneWords& words, kernels::DeqFactors& factors);

}  // namespace vconform::adapters::golden
