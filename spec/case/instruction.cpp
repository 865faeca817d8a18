#include "spec/case/instruction.h"

namespace vconform::spec {

CastDeq normal_form(const CastDeq& call) {
  CastDeq normal = call;
  if (call.form == CastDeqForm::kCount) {
    normal = CastDeq{};
    normal.cell = call.cell;
    normal.form = call.form;
    normal.dst = call.dst;
    normal.src = call.src;
    normal.count = call.count;
    normal.is_vec_deq = call.is_vec_deq;
    normal.half_block = call.half_block;
    return normal;
  }
  normal.count = 0;
  if (call.form == CastDeqForm::kContiguous) {
    normal.mask.mask1 = 0;
  }
  return normal;
}

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
