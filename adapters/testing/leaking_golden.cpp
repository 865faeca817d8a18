// A library for tests: golden in which a program begins with the mask that the last one of its
// context left, instead of zero.
#include <algorithm>
#include <optional>
#include <vector>

#include "adapters/testing/wrapped_golden.h"

namespace vconform::adapters::leaking {

namespace {

struct Leaking : WrappedGolden {
  Leaking() : WrappedGolden(golden::golden_behaviour) {}
  std::optional<vconform_step> mask;
};

bool writes_mask(const vconform_step& step) {
  return step.kind == VCONFORM_STEP_SET_REGISTER &&
         step.as.set_register.register_id == VCONFORM_REGISTER_MASK;
}

void* create() {
  return static_cast<WrappedGolden*>(std::make_unique<Leaking>().release());
}

constexpr char kProblem[] = "";

constexpr vconform_adapter table() {
  vconform_adapter table = wrapped_table<kProblem>("leaking-golden", create);
  table.execute = [](void* context, const vconform_step* steps, std::uint64_t step_count,
                     vconform_memories* memories) {
    auto& leaking = *static_cast<Leaking*>(static_cast<WrappedGolden*>(context));
    std::vector<vconform_step> all(leaking.mask ? 1 : 0, leaking.mask.value_or(vconform_step{}));
    all.insert(all.end(), steps, steps + step_count);
    const auto last = std::find_if(all.rbegin(), all.rend(), writes_mask);
    if (last != all.rend()) {
      leaking.mask = *last;
    }
    return golden::execute_steps(leaking.golden, all.data(), all.size(), memories);
  };
  return table;
}

constexpr vconform_adapter kTable = table();

}  // namespace

}  // namespace vconform::adapters::leaking

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::leaking::kTable : nullptr;
}
