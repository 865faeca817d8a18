#include "generators/discriminators.h"

#include <array>

#include "generators/addressing_discriminators.h"
#include "generators/order_discriminator.h"
#include "generators/value_discriminators.h"

namespace vconform::generators {

std::span<const Discriminator> discriminators() {
  static const std::array<Discriminator, 9> rows = {{
      {{"s4.nibble"}, nibble_cases},
      {{"walk.stride-width"}, stride_width_cases},
      {{"mask.inactive-lanes"}, inactive_lane_cases},
      {{"ctrl.59"}, ctrl59_cases},
      {{"ctrl.59-f162s16"}, ctrl59_f162s16_cases},
      {{"overflow.directed"}, directed_overflow_cases},
      {{"overflow.odd"}, odd_overflow_cases},
      // f32 to f16 and everything between f32 and bf16 has subnormal results from subnormal
      // sources.
      {{"subnormal.results", "subnormal.inputs"}, subnormal_cases},
      {{"walk.order"}, walk_order_cases},
  }};
  return rows;
}

}  // namespace vconform::generators
