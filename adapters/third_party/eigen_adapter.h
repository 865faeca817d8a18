// The backend `eigen`: the conversions of Eigen 3.4 (half, bfloat16, Array::cast, rint, round,
// floor, ceil), unchanged. The suite is to show its deviations from the pages: it does not
// saturate, has no CTRL, keeps -0.
#pragma once

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::third_party {

// Only converts arrays. The table lives as long as the program.
const vconform_adapter* eigen_adapter();

}  // namespace vconform::adapters::third_party
