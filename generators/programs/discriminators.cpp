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

using spec::cite;

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
  static const std::array<Discriminator, 62> rows = {{
      {{cite("s4.nibble")}, all<nibble_cases, copied_nibble_cases>},
      // Before all other rules about b8 results of a dequantisation.
      {{cite("deq.half")}, deq_half_cases},
      {{cite("deq.other-half")}, deq_other_half_cases},
      {{cite("walk.stride-width")}, stride_width_cases},
      {{cite("walk.stride-width-deq")}, deq_stride_width_cases},
      {{cite("mask.inactive-lanes")}, all<inactive_lane_cases, deq_inactive_lane_cases>},
      {{cite("cast.count-leaves")}, cast_count_leaves_cases},
      {{cite("cast.mask-form-ctrl56")}, cast_mask_form_cases},
      {{cite("ctrl.59")}, ctrl59_cases},
      {{cite("ctrl.59-f162s16")}, ctrl59_f162s16_cases},
      {{cite("overflow.directed")}, directed_overflow_cases},
      {{cite("overflow.odd")}, odd_overflow_cases},
      {{cite("deq.s9-rounding")}, deq_s9_rounding_cases},
      {{cite("deq.offset-order")}, deq_offset_order_cases},
      {{cite("deq.s9-clamp")}, deq_s9_clamp_cases},
      // Where sums wrap, the sign of the offset makes no difference.
      {{cite("deq.add")}, deq_add_cases},
      {{cite("deq.offset-sign")}, deq_offset_sign_cases},
      {{cite("deq.scale-bits")}, deq_scale_bits_cases},
      {{cite("deq.product")}, deq_product_cases},
      // Whether a half in between is subnormal depends on there being one.
      {{cite("deq16.precision")}, deq16_precision_cases},
      {{cite("copy.deq16-precision")}, block_deq16_precision_cases},
      // f32 to f16 and everything between f32 and bf16 has subnormal results from subnormal
      // sources.
      {{cite("subnormal.results"), cite("subnormal.inputs")},
       all<subnormal_cases, deq16_subnormal_cases, copied_subnormal_cases>},
      {{cite("walk.order")}, all<walk_order_cases, deq_walk_order_cases>},
      // A backend that takes no code but 0 refuses the cases of most rules below.
      {{cite("fixpipe.quantpre-codes")}, matrix_quantpre_codes_cases},
      // A block of per-16 is several of merged, so that both rules say where results stand.
      {{cite("fixpipe.narrow-layout"), cite("fixpipe.dst-stride-unit")}, matrix_layout_cases},
      {{cite("fixpipe.last-block")}, matrix_last_block_cases},
      {{cite("fixpipe.nd-count-without-nd")}, matrix_nd_count_cases},
      {{cite("fixpipe.src-nd-unit")}, matrix_nd_unit_cases},
      {{cite("fixpipe.nd-limit")}, matrix_nd_limit_cases},
      {{cite("fixpipe.quantpre-zero")}, matrix_quantpre_zero_cases},
      {{cite("shift.rounding")}, matrix_shift_rounding_cases},
      {{cite("shift.to-s16")}, matrix_shift_to_s16_cases},
      {{cite("fixpipe.ctrl48")}, matrix_ctrl48_cases},
      {{cite("fixpipe.s9-rounding")}, matrix_s9_rounding_cases},
      {{cite("fixpipe.offset-order")}, matrix_offset_order_cases},
      {{cite("fixpipe.s9-clamp")}, matrix_s9_clamp_cases},
      {{cite("fixpipe.add")}, matrix_add_cases},
      {{cite("fixpipe.offset-sign")}, matrix_offset_sign_cases},
      {{cite("fixpipe.scale-bits")}, matrix_scale_bits_cases},
      {{cite("fixpipe.product")}, matrix_product_cases},
      {{cite("fixpipe.deqf16")}, matrix_deqf16_cases},
      // Alpha replaces or scales only where the source's sign decides.
      {{cite("relu.at")}, matrix_relu_at_cases},
      {{cite("relu.alpha")}, matrix_relu_alpha_cases},
      {{cite("relu.alpha-format")}, matrix_alpha_format_cases},
      {{cite("relu.special")}, matrix_relu_special_cases},
      {{cite("copy.block-len-unit")}, block_length_cases},
      {{cite("copy.strides")}, block_stride_cases},
      {{cite("copy.vdeq-advance")}, block_vector_cases},
      {{cite("copy.sid-halves")}, block_half_cases},
      {{cite("copy.mcb-deq16-half")}, block_mcb_cases},
      {{cite("copy.shift-rounding")}, block_shift_rounding_cases},
      {{cite("copy.shift-to-s16")}, block_shift_to_s16_cases},
      {{cite("copy.half-overflow")}, block_overflow_cases},
      {{cite("copy.s9-rounding")}, block_s9_rounding_cases},
      {{cite("copy.offset-order")}, block_offset_order_cases},
      {{cite("copy.s9-clamp")}, block_s9_clamp_cases},
      {{cite("copy.add")}, block_add_cases},
      {{cite("copy.offset-sign")}, block_offset_sign_cases},
      {{cite("copy.scale-bits")}, block_scale_bits_cases},
      {{cite("copy.product")}, block_product_cases},
      {{cite("copy.relu-order")}, block_relu_order_cases},
      {{cite("copy.deqf16")}, block_deqf16_cases},
  }};
  return rows;
}

}  // namespace vconform::generators
