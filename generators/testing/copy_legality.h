// For the tests of this folder: what a copy may do and what it uses, by listing every element, with
// none of the generators' own arithmetic.
#pragma once

#include <string>

#include "spec/case/case.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The first thing in a case that ends with a copy and that semantics sections 7 and 8 do not allow,
// or empty. What a reading other than the profile's would touch outside a memory is not allowed
// either.
std::string copy_illegality(const spec::Case& test_case);

// Of a case that ends with a copy.
spec::FeatureSet copy_features(const spec::Case& test_case);

}  // namespace vconform::generators
