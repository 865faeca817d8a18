#include "adapters/test_libraries/undeclared_order.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "adapters/golden/golden_adapter.h"

namespace vconform::adapters::undeclared {

namespace {

template <int kReading>
golden::Behaviour with_order() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.pin({spec::cite("walk.order"), kReading});
  return behaviour;
}

constexpr std::array<golden::Behaviour (*)(), spec::kWalkOrderReadings.size()> kBehaviours = {
    with_order<0>, with_order<1>, with_order<2>};

struct Context {
  void* golden;
  vconform_capabilities declared;
};

void* create() {
  const char* variable = std::getenv(kOrderVariable);
  const std::string_view wanted = variable == nullptr ? "repeat" : variable;
  const auto* const reading =
      std::find_if(spec::kWalkOrderReadings.begin(), spec::kWalkOrderReadings.end(),
                   [&](const spec::Reading& known) { return known.name == wanted; });
  if (reading == spec::kWalkOrderReadings.end()) {
    return nullptr;
  }
  const auto index = static_cast<std::size_t>(reading - spec::kWalkOrderReadings.begin());
  auto context = std::make_unique<Context>();
  context->golden = golden::create_context(kBehaviours[index]);
  context->declared = *golden::capabilities(context->golden);
  context->declared.overlap_order = VCONFORM_ORDER_UNDECLARED;
  return context.release();
}

void destroy(void* context) {
  const std::unique_ptr<Context> owned(static_cast<Context*>(context));
  golden::destroy_context(owned->golden);
}

const char* last_error(void* context) {
  return context == nullptr ? "VCONFORM_ORDER must be repeat, block or snapshot"
                            : golden::last_error(static_cast<Context*>(context)->golden);
}

const vconform_capabilities* capabilities(void* context) {
  return &static_cast<Context*>(context)->declared;
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  return golden::execute_steps(static_cast<Context*>(context)->golden, steps, step_count, memories);
}

constexpr vconform_adapter undeclared_table() {
  vconform_adapter table = golden::adapter_table<golden::golden_behaviour>("undeclared-order");
  table.create = create;
  table.destroy = destroy;
  table.last_error = last_error;
  table.capabilities = capabilities;
  table.execute = execute;
  return table;
}

constexpr vconform_adapter kTable = undeclared_table();

}  // namespace

}  // namespace vconform::adapters::undeclared

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::undeclared::kTable : nullptr;
}
