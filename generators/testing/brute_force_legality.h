// For the tests of this folder: legality by listing every block, with none of the generators' own
// arithmetic.
#pragma once

#include <string>

#include "spec/case/case.h"

namespace vconform::generators {

// The first thing in a program that semantics section 4 does not allow, or empty.
std::string illegality(const spec::Case& test_case);

}  // namespace vconform::generators
