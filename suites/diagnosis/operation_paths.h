// The path on which an operation of a lowering is wrong: which calls, which columns, and who wrote
// the results.
#pragma once

#include <vector>

#include "suites/diagnosis/diagnose.h"

namespace vconform::suites {

// Runs the operation again on rectangles of several sizes, aligned and not, under each CTRL, with
// the source of each failing case everywhere. Its explanations name the path, "the last column of
// unaligned calls", and the call that wrote there or host scalar code.
Diagnosis diagnose_operation(const Subject& subject, const spec::Cell& cell,
                             const std::vector<spec::Case>& failing);

}  // namespace vconform::suites
