// The kernels of the dequantisation pipelines, compiled for each instruction set.
#pragma once

#include <span>

#include "adapters/golden/kernels/deq_factors.h"

namespace vconform::adapters::golden::kernels {

struct PipelineKernels {
  const char* instruction_set;
  DeqKernel deq;
};

// Those that this processor runs, the slowest first; they give the same results.
std::span<const PipelineKernels* const> pipeline_kernels();

// The fastest of them.
const PipelineKernels& fastest_pipelines();

}  // namespace vconform::adapters::golden::kernels
