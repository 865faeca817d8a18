// The backend `eigen`: the conversions that Eigen 3.4 offers (half, bfloat16, Array::cast, rint,
// round, floor, ceil), as they are. Where Eigen deviates from the pages, that is for the suite to
// show: it does not saturate, has no CTRL, keeps -0.
#pragma once

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::third_party {

// Elementwise only. The table lives as long as the program.
const vconform_adapter* eigen_adapter();

}  // namespace vconform::adapters::third_party
