// A scalar implementation of vconv as a program without vector instructions would have it: a loop
// over elements with the C library's rounding functions and casts, halves taken apart by hand.
// Compiled for the baseline processor and never vectorised. A reference for speed only, never an
// oracle.
#pragma once

#include <cstddef>

#include "spec/rows/conversions.h"

namespace vconform::suites {

// Converts n elements of contiguous arrays as CTRL = 0 asks for. There is one for every instruction
// of the family vconv.
using ScalarLoop = void (*)(const void* source, void* destination, std::size_t n);
ScalarLoop scalar_loop(const spec::Cell& cell);

}  // namespace vconform::suites
