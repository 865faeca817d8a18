#include "adapters/testing/undeclared_order.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "adapters/abi/cell.h"
#include "adapters/testing/wrapped_golden.h"

namespace vconform::adapters::undeclared {

namespace {

template <std::size_t kIndex>
golden::Behaviour with_order() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.pin(kOrders[kIndex]);
  return behaviour;
}

constexpr std::array<golden::Behaviour (*)(), kOrders.size()> kBehaviours = {
    with_order<0>, with_order<1>, with_order<2>};

void* create() {
  const char* variable = std::getenv(kOrderVariable);
  const std::string_view wanted = variable == nullptr ? "repeat" : variable;
  const auto* const order = std::find_if(
      kOrders.begin(), kOrders.end(),
      [&](const spec::Choice& known) { return spec::reading_of(known).name == wanted; });
  if (order == kOrders.end()) {
    return nullptr;
  }
  const auto index = static_cast<std::size_t>(order - kOrders.begin());
  auto context = std::make_unique<WrappedGolden>(kBehaviours[index]);
  context->declared.overlap_order = VCONFORM_ORDER_UNDECLARED;
  return context.release();
}

constexpr char kProblem[] = "VCONFORM_ORDER must be repeat, block or snapshot";
constexpr vconform_adapter kTable = wrapped_table<kProblem>("undeclared-order", create);

}  // namespace

}  // namespace vconform::adapters::undeclared

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::undeclared::kTable : nullptr;
}
