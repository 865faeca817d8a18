// What a lowering's judge sees of its calls, whatever the lowering observes itself.
#pragma once

#include "adapters/intrinsics/header/control.h"

extern "C" {

// As vconform_intrinsics_observe, before the observer and beside it; null removes the witness.
VCONFORM_EXPORT void vconform_intrinsics_witness(const vconform_observer* witness);
}
