// For the judge of a lowering: every call, and the backend that carries it out.
#pragma once

#include "adapters/intrinsics/header/control.h"

extern "C" {

// As vconform_intrinsics_observe, before the lowering's own observer, which cannot remove it; null
// removes the witness.
VCONFORM_EXPORT void vconform_intrinsics_witness(const vconform_observer* witness);

// The name and version of the backend that VCONFORM_ON or vconform_intrinsics_use() named, such as
// "golden 0.1.0". Valid until another is used.
VCONFORM_EXPORT const char* vconform_intrinsics_backend(void);
}
