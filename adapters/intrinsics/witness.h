// An observer beside the lowering's own, which cannot be removed by it: the judge needs every call.
#pragma once

#include "adapters/intrinsics/header/control.h"

extern "C" {

// As vconform_intrinsics_observe, before the observer and beside it; null removes the witness.
VCONFORM_EXPORT void vconform_intrinsics_witness(const vconform_observer* witness);
}
