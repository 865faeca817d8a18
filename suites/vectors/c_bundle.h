// The programs of a folder as C11 that checks itself: a table of cases, a run() to fill in, and
// TAP as output.
#pragma once

#include <vector>

#include "suites/vectors/collection.h"
#include "suites/vectors/manifest.h"

namespace vconform::suites {

// vectors.h, check.c, run.c, Makefile and README.md, which are the same for all programs
// (templates/), and data.c. The collection must have what is permitted.
std::vector<VectorsFile> c_bundle_of(const Collection& collection);

}  // namespace vconform::suites
