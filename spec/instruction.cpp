#include "spec/instruction.h"

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
  if (const auto* vconv = std::get_if<Vconv>(&step)) {
    return vconv->cell;
  }
  if (const auto* cast_deq = std::get_if<CastDeq>(&step)) {
    return cast_deq->cell;
  }
  return std::nullopt;
}

}  // namespace vconform::spec
