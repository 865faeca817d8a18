// A vconv by a kernel: the kernel and the parameters with which it gives what convert() gives.
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

// nullopt if the behaviour replaces a step of the arithmetic or changes its results.
std::optional<VconvKernel> vconv_kernel(const Behaviour& behaviour, const spec::Cell& cell,
                                        std::uint64_t ctrl, kernels::InstructionSet set);
// The kernel for the best instruction set of this machine.
std::optional<VconvKernel> vconv_kernel(const Behaviour& behaviour, const spec::Cell& cell,
                                        std::uint64_t ctrl);

// The kernel must outlive the converter.
PackedConverter packed_converter(const VconvKernel& kernel);

}  // namespace vconform::adapters::golden
