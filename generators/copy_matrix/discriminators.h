// Cases that tell the readings of rules about copy_matrix apart, in every instruction that a rule
// concerns, with the quant word in the register; half results under both states of CTRL[48].
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// Rules about layouts, over numbers whose results are the same under every reading of the other
// rules.
std::vector<DiscriminatingCase> matrix_layout_cases();
std::vector<DiscriminatingCase> matrix_last_block_cases();
std::vector<DiscriminatingCase> matrix_nd_count_cases();
std::vector<DiscriminatingCase> matrix_nd_unit_cases();

// Rules about ranges: a backend may refuse the cases.
std::vector<DiscriminatingCase> matrix_nd_limit_cases();
std::vector<DiscriminatingCase> matrix_quantpre_codes_cases();

// Rules about values.
std::vector<DiscriminatingCase> matrix_quantpre_zero_cases();
std::vector<DiscriminatingCase> matrix_shift_rounding_cases();
std::vector<DiscriminatingCase> matrix_shift_to_s16_cases();
std::vector<DiscriminatingCase> matrix_ctrl48_cases();
std::vector<DiscriminatingCase> matrix_s9_rounding_cases();
std::vector<DiscriminatingCase> matrix_offset_order_cases();
std::vector<DiscriminatingCase> matrix_s9_clamp_cases();
std::vector<DiscriminatingCase> matrix_add_cases();
std::vector<DiscriminatingCase> matrix_offset_sign_cases();
std::vector<DiscriminatingCase> matrix_scale_bits_cases();
std::vector<DiscriminatingCase> matrix_product_cases();
std::vector<DiscriminatingCase> matrix_deqf16_cases();

// Rules about ReLU.
std::vector<DiscriminatingCase> matrix_relu_at_cases();
std::vector<DiscriminatingCase> matrix_relu_alpha_cases();
std::vector<DiscriminatingCase> matrix_alpha_format_cases();
std::vector<DiscriminatingCase> matrix_relu_special_cases();

}  // namespace vconform::generators
