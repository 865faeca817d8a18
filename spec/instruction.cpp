#include "spec/instruction.h"

namespace vconform::spec {

std::optional<Cell> cell_of(const Step& step) {
  return std::visit(
      [](const auto& one) -> std::optional<Cell> {
        if constexpr (requires { one.cell; }) {
          return one.cell;
        } else {
          return std::nullopt;
        }
      },
      step);
}

}  // namespace vconform::spec
