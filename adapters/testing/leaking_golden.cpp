// A library for tests: golden in which a program begins with the mask that the last one left,
// instead of zero.
#include <vector>

#include "adapters/golden/program/golden_adapter.h"

namespace vconform::adapters::leaking {

namespace {

// One context is used by one thread.
vconform_step left;
bool has_left = false;

bool writes_mask(const vconform_step& step) {
  return step.kind == VCONFORM_STEP_SET_REGISTER &&
         step.as.set_register.register_id == VCONFORM_REGISTER_MASK;
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  std::vector<vconform_step> all;
  if (has_left) {
    all.push_back(left);
  }
  all.insert(all.end(), steps, steps + step_count);
  for (const vconform_step& step : all) {
    if (writes_mask(step)) {
      left = step;
      has_left = true;
    }
  }
  return golden::execute_steps(context, all.data(), all.size(), memories);
}

constexpr vconform_adapter table() {
  vconform_adapter table = golden::adapter_table<golden::golden_behaviour>("leaking-golden");
  table.execute = execute;
  return table;
}

constexpr vconform_adapter kTable = table();

}  // namespace

}  // namespace vconform::adapters::leaking

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::leaking::kTable : nullptr;
}
