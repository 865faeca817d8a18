// The worlds of a program that nobody has run yet.
#pragma once

#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "spec/case/memory_image.h"

namespace vconform::suites {

// First that of profile a2, then one for each other reading of a rule that affects its places.
std::vector<oracle::World> worlds_of(const spec::Case& program, const spec::MemoryImage& before);

}  // namespace vconform::suites
