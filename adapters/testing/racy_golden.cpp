// A library for tests: golden that claims thread safety and is not thread-safe, since all contexts
// compute in one buffer.
#include <algorithm>
#include <array>

#include "adapters/golden/program/golden_adapter.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::racy {

namespace {

std::array<std::uint8_t, spec::memory_of(spec::MemoryId::kUb).a2_size> shared_ub;

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  const vconform_memory ub = memories->memory[VCONFORM_UB];
  if (ub.size == 0 || ub.size > shared_ub.size()) {
    return golden::execute_steps(context, steps, step_count, memories);
  }
  std::copy_n(ub.data, ub.size, shared_ub.begin());
  memories->memory[VCONFORM_UB].data = shared_ub.data();
  const std::uint32_t status = golden::execute_steps(context, steps, step_count, memories);
  memories->memory[VCONFORM_UB] = ub;
  std::copy_n(shared_ub.begin(), ub.size, ub.data);
  return status;
}

constexpr vconform_adapter table() {
  vconform_adapter table = golden::adapter_table<golden::golden_behaviour>("racy-golden");
  table.execute = execute;
  return table;
}

constexpr vconform_adapter kTable = table();

}  // namespace

}  // namespace vconform::adapters::racy

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::racy::kTable : nullptr;
}
