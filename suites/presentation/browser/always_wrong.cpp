// An adapter for the pages' checks: golden, of which every byte of every result is wrong.
#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "adapters/vconform_adapter.h"

namespace {

const vconform_adapter* golden = nullptr;
vconform_adapter wrong;
vconform_capabilities claims;

// As golden's, without memories of many GiB: this library copies and compares all of a memory.
const vconform_capabilities* capabilities(void* context) {
  claims = *golden->capabilities(context);
  claims.largest_memory = 0;
  return &claims;
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  std::array<std::vector<std::uint8_t>, VCONFORM_MEMORY_COUNT> before;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const vconform_memory& memory = memories->memory[i];
    before[i].assign(memory.data, memory.data + memory.size);
  }
  const std::uint32_t status = golden->execute(context, steps, step_count, memories);
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t at = 0; at < before[i].size(); ++at) {
      std::uint8_t& byte = memories->memory[i].data[at];
      byte ^= byte == before[i][at] ? 0u : 1u;
    }
  }
  return status;
}

}  // namespace

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  // Golden's function has the same name as this one; it is the next in load order.
  const auto next =
      reinterpret_cast<decltype(&vconform_get_adapter)>(dlsym(RTLD_NEXT, "vconform_get_adapter"));
  golden = next == nullptr ? nullptr : next(abi_version);
  if (golden == nullptr) {
    return nullptr;
  }
  wrong = *golden;
  // Nothing behind execute: no batches, arrays or elements.
  wrong.struct_size = offsetof(vconform_adapter, execute) + sizeof wrong.execute;
  wrong.name = "always-wrong";
  wrong.execute = execute;
  wrong.capabilities = capabilities;
  return &wrong;
}
