// Discriminating cases for rules about the values of dequantisations: witnesses in the first lanes
// of one full repeat, zeros in the others.
#pragma once

#include <vector>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

// M = 1/2 and no offset: products half way between two integers.
std::vector<DiscriminatingCase> deq_s9_rounding_cases();
// The witnesses of deq_s9_rounding_cases with an offset of 1: sums on the other side of 0 than
// their products.
std::vector<DiscriminatingCase> deq_offset_order_cases();
// Products beyond an s9 whose sum with the offset is an s9 again: nothing wraps or saturates.
std::vector<DiscriminatingCase> deq_s9_clamp_cases();
// Two numbers in the range of s9 with a sum outside it; the offsets are positive.
std::vector<DiscriminatingCase> deq_add_cases();
// Negative offsets; if sums wrap, both readings give the same.
std::vector<DiscriminatingCase> deq_offset_sign_cases();
// Scales whose low 13 bits are three quarters, half and a quarter of the last bit of 1-8-10, and
// one that an IEEE half does not have.
std::vector<DiscriminatingCase> deq_scale_bits_cases();
// double_roundings(), and products that an f32 rounds to an integer, for the other roundings.
std::vector<DiscriminatingCase> deq_product_cases();

}  // namespace vconform::generators
