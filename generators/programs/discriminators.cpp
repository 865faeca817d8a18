#include "generators/programs/discriminators.h"

#include <array>

#include "generators/copy_matrix/discriminators.h"
#include "generators/data_copy/discriminators.h"
#include "generators/deq/addressing_discriminators.h"
#include "generators/deq/deq16_discriminators.h"
#include "generators/deq/order_discriminator.h"
#include "generators/deq/value_discriminators.h"
#include "generators/programs/copy_discriminators.h"
#include "generators/vconv/order_discriminator.h"
#include "generators/vconv/value_discriminators.h"
#include "generators/vector/addressing_discriminators.h"

namespace vconform::generators {

namespace {

using Cases = std::vector<DiscriminatingCase>;

// The cases of a rule that concerns several families.
template <Cases (*... kOfFamilies)()>
Cases all() {
  Cases cases;
  for (Cases (*of_family)() : {kOfFamilies...}) {
    const Cases more = of_family();
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

}  // namespace

std::span<const Discriminator> discriminators() {
  static const std::array<Discriminator, 58> rows = {{
      {{"s4.nibble"}, all<nibble_cases, copied_nibble_cases>},
      // Before all other rules about b8 results of a dequantisation.
      {{"deq.half"}, deq_half_cases},
      {{"deq.other-half"}, deq_other_half_cases},
      {{"walk.stride-width"}, stride_width_cases},
      {{"walk.stride-width-deq"}, deq_stride_width_cases},
      {{"mask.inactive-lanes"}, all<inactive_lane_cases, deq_inactive_lane_cases>},
      {{"ctrl.59"}, ctrl59_cases},
      {{"ctrl.59-f162s16"}, ctrl59_f162s16_cases},
      {{"overflow.directed"}, directed_overflow_cases},
      {{"overflow.odd"}, odd_overflow_cases},
      {{"deq.s9-rounding"}, deq_s9_rounding_cases},
      {{"deq.offset-order"}, deq_offset_order_cases},
      {{"deq.s9-clamp"}, deq_s9_clamp_cases},
      // The sign of the offset makes no difference if sums wrap.
      {{"deq.add"}, deq_add_cases},
      {{"deq.offset-sign"}, deq_offset_sign_cases},
      {{"deq.scale-bits"}, deq_scale_bits_cases},
      {{"deq.product"}, deq_product_cases},
      // Only with an intermediate half can that half be subnormal.
      {{"deq16.precision"}, deq16_precision_cases},
      {{"copy.deq16-precision"}, block_deq16_precision_cases},
      // f32 to f16 and everything between f32 and bf16 has subnormal results from subnormal
      // sources.
      {{"subnormal.results", "subnormal.inputs"},
       all<subnormal_cases, deq16_subnormal_cases, copied_subnormal_cases>},
      {{"walk.order"}, all<walk_order_cases, deq_walk_order_cases>},
      // One block under per-16 is several under merged, so that both rules decide where results
      // stand.
      {{"fixpipe.narrow-layout", "fixpipe.dst-stride-unit"}, matrix_layout_cases},
      {{"fixpipe.last-block"}, matrix_last_block_cases},
      {{"fixpipe.nd-count-without-nd"}, matrix_nd_count_cases},
      {{"fixpipe.src-nd-unit"}, matrix_nd_unit_cases},
      {{"fixpipe.quantpre-zero"}, matrix_quantpre_zero_cases},
      {{"shift.rounding"}, matrix_shift_rounding_cases},
      {{"shift.to-s16"}, matrix_shift_to_s16_cases},
      {{"fixpipe.ctrl48"}, matrix_ctrl48_cases},
      {{"fixpipe.s9-rounding"}, matrix_s9_rounding_cases},
      {{"fixpipe.offset-order"}, matrix_offset_order_cases},
      {{"fixpipe.s9-clamp"}, matrix_s9_clamp_cases},
      {{"fixpipe.add"}, matrix_add_cases},
      {{"fixpipe.offset-sign"}, matrix_offset_sign_cases},
      {{"fixpipe.scale-bits"}, matrix_scale_bits_cases},
      {{"fixpipe.product"}, matrix_product_cases},
      {{"fixpipe.deqf16"}, matrix_deqf16_cases},
      // Alpha replaces or scales only if the source's sign decides.
      {{"relu.at"}, matrix_relu_at_cases},
      {{"relu.alpha"}, matrix_relu_alpha_cases},
      {{"relu.alpha-format"}, matrix_alpha_format_cases},
      {{"relu.special"}, matrix_relu_special_cases},
      {{"copy.block-len-unit"}, block_length_cases},
      {{"copy.strides"}, block_stride_cases},
      {{"copy.vdeq-advance"}, block_vector_cases},
      {{"copy.sid-halves"}, block_half_cases},
      {{"copy.mcb-deq16-half"}, block_mcb_cases},
      {{"copy.shift-rounding"}, block_shift_rounding_cases},
      {{"copy.shift-to-s16"}, block_shift_to_s16_cases},
      {{"copy.half-overflow"}, block_overflow_cases},
      {{"copy.s9-rounding"}, block_s9_rounding_cases},
      {{"copy.offset-order"}, block_offset_order_cases},
      {{"copy.s9-clamp"}, block_s9_clamp_cases},
      {{"copy.add"}, block_add_cases},
      {{"copy.offset-sign"}, block_offset_sign_cases},
      {{"copy.scale-bits"}, block_scale_bits_cases},
      {{"copy.product"}, block_product_cases},
      {{"copy.relu-order"}, block_relu_order_cases},
      {{"copy.deqf16"}, block_deqf16_cases},
  }};
  return rows;
}

}  // namespace vconform::generators
