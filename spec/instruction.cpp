#include "spec/instruction.h"

namespace vconform::spec {

std::optional<Cell> cell_of(const Step& step) {
  if (const auto* vconv = std::get_if<Vconv>(&step)) {
    return vconv->cell;
  }
  if (const auto* cast_deq = std::get_if<CastDeq>(&step)) {
    return cast_deq->cell;
  }
  return std::nullopt;
}

}  // namespace vconform::spec
