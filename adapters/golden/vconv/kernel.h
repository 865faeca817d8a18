// A vconv by a kernel: which one, and with which parameters, so that it gives what convert() gives.
#pragma once

#include <optional>

#include "adapters/golden/kernels/instruction_sets.h"
#include "adapters/golden/kernels/kernel_table.h"
#include "adapters/golden/vector/packed_walk.h"

namespace vconform::adapters::golden {

struct VconvKernel {
  kernels::ConvertVconv convert = nullptr;
  kernels::VconvParameters parameters;
};

// Nothing where the behaviour replaces a step of the arithmetic or changes its results.
std::optional<VconvKernel> vconv_kernel(const Behaviour& behaviour, const spec::Cell& cell,
                                        std::uint64_t ctrl, kernels::InstructionSet set);
// The same for the best instruction set of this machine.
std::optional<VconvKernel> vconv_kernel(const Behaviour& behaviour, const spec::Cell& cell,
                                        std::uint64_t ctrl);

// Refers to the kernel.
PackedConverter packed_converter(const VconvKernel& kernel);

}  // namespace vconform::adapters::golden
