// For the judge of a lowering: every call, and the backend that carries it out.
#pragma once

#include "adapters/intrinsics/header/control.h"
#include "adapters/vconform_adapter.h"

extern "C" {

// As vconform_intrinsics_observe, before the lowering's own observer, which cannot remove it; null
// removes the witness.
VCONFORM_EXPORT void vconform_intrinsics_witness(const vconform_observer* witness);

// While an observer is told of a call: the instruction that the backend was asked to execute for
// it, its operands as the call has them. Null for a call that asks the backend for nothing.
VCONFORM_EXPORT const vconform_step* vconform_intrinsics_instruction(void);

// The name and version of the backend that VCONFORM_ON or vconform_intrinsics_use() named, such as
// "golden 0.1.0". Valid until another is used.
VCONFORM_EXPORT const char* vconform_intrinsics_backend(void);
}
