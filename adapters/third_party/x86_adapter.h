// The backend `x86`: the conversion instructions of the host, F16C and AVX-512 with its extensions
// BF16 and FP16, unchanged. The suite is to show their deviations from the pages: there is no
// saturation and no CTRL, a value that does not fit in an integer gives the "integer indefinite",
// -0 is kept, vcvtneps2bf16 takes subnormals for 0.
#pragma once

#include <string>

#include "adapters/third_party/x86_features.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::third_party {

// Only converts arrays; claims the rows for which this CPU has instructions. The table lives as
// long as the program. Its create() returns null unless x86_problem() is empty.
const vconform_adapter* x86_adapter();

// One line on why a CPU with these features cannot be this backend; empty if it can.
std::string x86_problem(X86Features features);

// The result of the table's create() on a CPU with these features. Converting with features that
// the host lacks is undefined.
void* new_x86_context(X86Features features);

}  // namespace vconform::adapters::third_party
