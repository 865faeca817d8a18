// Cases that tell the readings of rules about DataCopy apart, in every instruction that a rule
// concerns. The factors of a vector are equal unless the rule is about them.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// Rules about the places of blocks, results and vectors, over numbers whose results are the same
// under every reading of the other rules.
std::vector<DiscriminatingCase> block_length_cases();
std::vector<DiscriminatingCase> block_stride_cases();
std::vector<DiscriminatingCase> block_vector_cases();
std::vector<DiscriminatingCase> block_half_cases();

// Rules about values.
std::vector<DiscriminatingCase> block_mcb_cases();
std::vector<DiscriminatingCase> block_shift_rounding_cases();
std::vector<DiscriminatingCase> block_shift_to_s16_cases();
std::vector<DiscriminatingCase> block_overflow_cases();
std::vector<DiscriminatingCase> block_s9_rounding_cases();
std::vector<DiscriminatingCase> block_offset_order_cases();
std::vector<DiscriminatingCase> block_s9_clamp_cases();
std::vector<DiscriminatingCase> block_add_cases();
std::vector<DiscriminatingCase> block_offset_sign_cases();
std::vector<DiscriminatingCase> block_scale_bits_cases();
std::vector<DiscriminatingCase> block_product_cases();
std::vector<DiscriminatingCase> block_relu_order_cases();
std::vector<DiscriminatingCase> block_deqf16_cases();
std::vector<DiscriminatingCase> block_deq16_precision_cases();

}  // namespace vconform::generators
