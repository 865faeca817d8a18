#include "generators/vector/order_plans.h"

#include <algorithm>

#include "generators/vector/discriminating_case.h"

namespace vconform::generators {

AddressingPlan ends_under_destination(const spec::Conversion& row) {
  AddressingPlan plan = contiguous_plan(row, 1);
  plan.dst.first = src_blocks(row) - 1;
  return plan;
}

AddressingPlan feeds_next_repeat(const spec::Conversion& row) {
  AddressingPlan plan = contiguous_plan(row, 2);
  const std::uint64_t src = src_blocks(row);
  plan.dst.first = std::max(src, 2 * src - std::min(2 * src, dst_blocks(row)));
  return plan;
}

AddressingPlan in_place(const spec::Conversion& row) {
  AddressingPlan plan = contiguous_plan(row, 1);
  plan.dst.first = 0;
  return plan;
}

AddressingPlan stacked(const spec::Conversion& row) {
  AddressingPlan plan = contiguous_plan(row, 2);
  plan.dst.strides.repeat = 0;
  return plan;
}

}  // namespace vconform::generators
