// The backend `x86`: the conversion instructions of the host, F16C and AVX-512 with its extensions
// BF16 and FP16, as they are. Where an instruction deviates from the pages, that is for the suite
// to show: there is no saturation and no CTRL, what does not fit in an integer is the "integer
// indefinite", -0 is kept, vcvtneps2bf16 takes subnormals for 0.
#pragma once

#include <string>

#include "adapters/third_party/x86_features.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::third_party {

// Elementwise only; claims what this CPU has instructions for. The table lives as long as the
// program. Its create() returns null where x86_problem() is not empty.
const vconform_adapter* x86_adapter();

// Why a CPU with these features cannot be this backend, in one line; empty when it can.
std::string x86_problem(X86Features features);

// What create() of the table returns on a CPU with these features. Converting with features that
// the host lacks is undefined.
void* new_x86_context(X86Features features);

}  // namespace vconform::adapters::third_party
