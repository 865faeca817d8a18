#include "generators/programs/operands.h"

#include <cassert>
#include <variant>

namespace vconform::generators {

namespace {

spec::Address& operand(spec::Step& instruction, auto member) {
  spec::Address* found = nullptr;
  std::visit(
      [&](auto& step) {
        if constexpr (requires { step.dst; }) {
          found = member(step);
        }
      },
      instruction);
  assert(found != nullptr);
  return *found;
}

}  // namespace

spec::Address& destination_of(spec::Step& instruction) {
  return operand(instruction, [](auto& step) { return &step.dst; });
}

spec::Address& source_of(spec::Step& instruction) {
  return operand(instruction, [](auto& step) { return &step.src; });
}

}  // namespace vconform::generators
