// The steps from a product to a b8 or b4, as kernels take them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "adapters/golden/dequantise/deq.h"
#include "adapters/golden/dequantise/lane_pipeline.h"
#include "spec/number/word_fields.h"

namespace vconform::adapters::golden {

// What all lanes share. False where a step of the chain is none of golden's.
bool set_integer_steps(const DeqChain& chain, kernels::DeqFactors& factors);

// Whether the low bits of a product that exceeds every limit matter.
bool counts_low_bits(const DeqChain& chain);

// Of one lane, when what all share is set: how a product is rounded that has `right` bits to drop,
// at most 29; and its offset.
void set_right(const DeqChain& chain, int right, std::size_t lane, kernels::DeqFactors& factors);
void set_offset(const DeqChain& chain, std::uint64_t bits, bool is_signed, std::size_t lane,
                kernels::DeqFactors& factors);

// Of all lanes, for products that come in quarters: where the offset and the sign bit of a word
// stand differs by family. False where no kernel has these steps.
struct IntegerFields {
  spec::WordField offset;
  spec::WordField sign;
};
bool set_integers_in_quarters(const DeqChain& chain, const IntegerFields& fields,
                              const LaneWords& words, kernels::DeqFactors& factors);

}  // namespace vconform::adapters::golden
