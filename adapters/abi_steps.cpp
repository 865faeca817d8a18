#include "adapters/abi_steps.h"

#include <variant>

#include "adapters/abi_cell.h"

namespace vconform::adapters {

namespace {

vconform_address abi_address(const spec::Address& address) {
  vconform_address translated{};
  translated.offset = address.offset;
  translated.memory = static_cast<std::uint32_t>(address.memory);
  return translated;
}

vconform_step register_write(std::uint32_t id, std::uint64_t low, std::uint64_t high) {
  vconform_step step{};
  step.kind = VCONFORM_STEP_SET_REGISTER;
  step.as.set_register.register_id = id;
  step.as.set_register.value[0] = low;
  step.as.set_register.value[1] = high;
  return step;
}

vconform_step translated(const spec::SetMask& step) {
  return register_write(VCONFORM_REGISTER_MASK, step.mask.mask0, step.mask.mask1);
}

vconform_step translated(const spec::SetCtrl& step) {
  return register_write(VCONFORM_REGISTER_CTRL, step.value, 0);
}

vconform_step translated(const spec::Vconv& vconv) {
  const spec::Conversion& row = vconv.cell.conversion();
  vconform_step step{};
  step.kind = VCONFORM_STEP_VCONV;
  vconform_vconv& abi = step.as.vconv;
  abi.source_type = static_cast<std::uint32_t>(row.source);
  abi.destination_type = static_cast<std::uint32_t>(row.destination);
  abi.rounding = static_cast<std::uint32_t>(vconv.cell.rounding);
  abi.repeat = vconv.repeat;
  abi.dst = abi_address(vconv.dst);
  abi.src = abi_address(vconv.src);
  abi.dstBlockStride = vconv.dst_block_stride;
  abi.srcBlockStride = vconv.src_block_stride;
  abi.dstRepeatStride = vconv.dst_repeat_stride;
  abi.srcRepeatStride = vconv.src_repeat_stride;
  return step;
}

}  // namespace

vconform_step abi_step(const spec::Step& step) {
  vconform_step abi = std::visit([](const auto& what) { return translated(what); }, step);
  abi.struct_size = sizeof(vconform_step);
  return abi;
}

void translate(std::span<const spec::Step> steps, std::vector<vconform_step>& translated) {
  translated.clear();
  translated.reserve(steps.size());
  for (const spec::Step& step : steps) {
    translated.push_back(abi_step(step));
  }
}

}  // namespace vconform::adapters
