#include "generators/discriminators.h"

#include <array>

#include "generators/addressing_discriminators.h"
#include "generators/deq16_discriminators.h"
#include "generators/deq_addressing_discriminators.h"
#include "generators/deq_order_discriminator.h"
#include "generators/deq_value_discriminators.h"
#include "generators/order_discriminator.h"
#include "generators/value_discriminators.h"

namespace vconform::generators {

namespace {

using Cases = std::vector<DiscriminatingCase>;

// Of a rule that concerns several families: what vconv has, then the dequantisations.
template <Cases (*kVconv)(), Cases (*kDeq)()>
Cases both() {
  Cases cases = kVconv();
  const Cases more = kDeq();
  cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

}  // namespace

std::span<const Discriminator> discriminators() {
  static const std::array<Discriminator, 20> rows = {{
      {{"s4.nibble"}, nibble_cases},
      // Before all others that b8 results of a dequantisation have a say in.
      {{"deq.half"}, deq_half_cases},
      {{"deq.other-half"}, deq_other_half_cases},
      {{"walk.stride-width"}, stride_width_cases},
      {{"walk.stride-width-deq"}, deq_stride_width_cases},
      {{"mask.inactive-lanes"}, both<inactive_lane_cases, deq_inactive_lane_cases>},
      {{"ctrl.59"}, ctrl59_cases},
      {{"ctrl.59-f162s16"}, ctrl59_f162s16_cases},
      {{"overflow.directed"}, directed_overflow_cases},
      {{"overflow.odd"}, odd_overflow_cases},
      {{"deq.s9-rounding"}, deq_s9_rounding_cases},
      {{"deq.offset-order"}, deq_offset_order_cases},
      {{"deq.s9-clamp"}, deq_s9_clamp_cases},
      // Where sums wrap, the sign of the offset makes no difference.
      {{"deq.add"}, deq_add_cases},
      {{"deq.offset-sign"}, deq_offset_sign_cases},
      {{"deq.scale-bits"}, deq_scale_bits_cases},
      {{"deq.product"}, deq_product_cases},
      {{"deq16.precision"}, deq16_precision_cases},
      // f32 to f16 and everything between f32 and bf16 has subnormal results from subnormal
      // sources.
      {{"subnormal.results", "subnormal.inputs"}, both<subnormal_cases, deq16_subnormal_cases>},
      {{"walk.order"}, both<walk_order_cases, deq_walk_order_cases>},
  }};
  return rows;
}

}  // namespace vconform::generators
