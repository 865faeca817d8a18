#include "adapters/testing/lowerings/existing_kernel.h"
#include "adapters/vconform_lowering.h"

static void run(const vconform_operation_call* call) {
  rows_to_half(static_cast<half*>(call->dst), static_cast<float*>(call->src), call->rows,
               call->cols, call->dst_stride, call->src_stride);
}

static constexpr vconform_operation entry() {
  auto rows = vconform::lowering::operation<half, float>("rows_to_half", VCONFORM_ROUND_R, run);
  rows.never = VCONFORM_NEVER_UNALIGNED;  // the kernel takes whole blocks
  return rows;
}

static const vconform_operation kOperations[] = {entry()};
VCONFORM_LOWERING("my kernels", "1.0", kOperations)
