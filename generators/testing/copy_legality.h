// Legality and features of a copy by listing every element, with none of the generators' own
// arithmetic; for the tests of this folder.
#pragma once

#include <string>

#include "spec/case/case.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The first thing that the pages do not allow in a case that ends with a copy, or empty. Touching
// bytes outside a memory is illegal under every reading, not only under the profile's.
std::string copy_illegality(const spec::Case& test_case);

// The features that a case ending with a copy uses.
spec::FeatureSet copy_features(const spec::Case& test_case);

}  // namespace vconform::generators
