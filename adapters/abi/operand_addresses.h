// Where the instruction of a step says that its operands are.
#pragma once

#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

// `Address` is vconform_address, const or not.
template <typename Address>
struct OperandAddresses {
  Address* dst;
  Address* src;
};

// `step` is an instruction of the pages, no register write and no operation.
template <typename Step>
auto operand_addresses(Step& step) {
  const auto of = [](auto& instruction) {
    return OperandAddresses{&instruction.dst, &instruction.src};
  };
  switch (step.kind) {
    case VCONFORM_STEP_VCONV:
      return of(step.as.vconv);
    case VCONFORM_STEP_DEQ:
      return of(step.as.deq);
    case VCONFORM_STEP_CAST_DEQ:
      return of(step.as.cast_deq);
    case VCONFORM_STEP_COPY_MATRIX:
      return of(step.as.copy_matrix);
    default:
      return of(step.as.data_copy);
  }
}

}  // namespace vconform::adapters
