// The C table of golden, or of a variation of it.
#pragma once

#include <memory>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::golden {

// A context with this behaviour; null if memory runs out.
void* create_context(const Behaviour& behaviour);

void destroy_context(void* context);
const char* last_error(void* context);
const vconform_capabilities* capabilities(void* context);
std::uint32_t execute_steps(void* context, const vconform_step* steps, std::uint64_t step_count,
                            vconform_memories* memories);

// `kBehaviour` is a parameter of the template because the ABI's create() has none.
template <Behaviour (*kBehaviour)()>
constexpr vconform_adapter adapter_table(const char* name) {
  vconform_adapter table{};
  table.struct_size = sizeof(vconform_adapter);
  table.abi_version = VCONFORM_ABI_VERSION;
  table.name = name;
  table.version = "1";
  table.create = [] { return create_context(kBehaviour()); };
  table.destroy = destroy_context;
  table.last_error = last_error;
  table.capabilities = capabilities;
  table.execute = execute_steps;
  return table;
}

// The backend `golden`; the table lives as long as the program.
const vconform_adapter* golden_adapter();

}  // namespace vconform::adapters::golden
