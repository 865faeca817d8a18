#include "generators/vector/case_parts.h"

#include "spec/number/units.h"

namespace vconform::generators {

namespace {

spec::Address address_of(const OperandPlan& operand) {
  return {spec::MemoryId::kUb, operand.first * spec::kBlockBytes};
}

}  // namespace

spec::Case empty_case(std::uint64_t ub_blocks) {
  spec::Case test_case;
  test_case.memories = {{spec::MemoryId::kUb, ub_blocks * spec::kBlockBytes}};
  return test_case;
}

spec::Vconv instruction(const spec::Cell& cell, const AddressingPlan& plan) {
  spec::Vconv vconv;
  vconv.cell = cell;
  vconv.dst = address_of(plan.dst);
  vconv.src = address_of(plan.src);
  vconv.repeat = plan.repeat;
  vconv.dst_block_stride = plan.dst.strides.block;
  vconv.src_block_stride = plan.src.strides.block;
  vconv.dst_repeat_stride = plan.dst.strides.repeat;
  vconv.src_repeat_stride = plan.src.strides.repeat;
  return vconv;
}

void append(std::vector<spec::Placement>& all, const std::vector<spec::Placement>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace vconform::generators
