// The features that a case uses, found by listing every block; for the tests of this folder.
#pragma once

#include "spec/case/case.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Requires a case of SetCtrl, SetMask, perhaps SetDeqScale, then Vconv or CastDeq, or one that ends
// with a copy.
spec::FeatureSet features_used(const spec::Case& test_case);

}  // namespace vconform::generators
