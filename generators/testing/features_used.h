// For the tests of this folder: what a case uses, read off its steps by listing every block.
#pragma once

#include "spec/case/case.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// Of a case SetCtrl, SetMask, perhaps SetDeqScale, then Vconv or CastDeq, or of one that ends with
// a copy.
spec::FeatureSet features_used(const spec::Case& test_case);

}  // namespace vconform::generators
