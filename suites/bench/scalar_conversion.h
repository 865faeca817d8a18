// What a program without vector instructions would do for a vconv: a loop over elements, with the
// C library's rounding functions, casts, and halves taken apart by hand. Compiled for the baseline
// of the processor and never vectorised. Something to measure against, no oracle.
#pragma once

#include <cstddef>

#include "spec/rows/conversions.h"

namespace vconform::suites {

// Converts n elements of arrays without gaps as CTRL = 0 asks for. For every instruction of the
// family vconv.
using ScalarLoop = void (*)(const void* source, void* destination, std::size_t n);
ScalarLoop scalar_loop(const spec::Cell& cell);

}  // namespace vconform::suites
