// Legality by listing every block, with none of the generators' own arithmetic; for the tests of
// this folder.
#pragma once

#include <string>

#include "spec/case/case.h"

namespace vconform::generators {

// The first thing in a program that the pages do not allow (masks, repeats, strides, overlaps), or
// empty.
std::string illegality(const spec::Case& test_case);

}  // namespace vconform::generators
