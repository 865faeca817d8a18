// The table of each instruction set, in a file of its own. The processor must have that.
#pragma once

#include "adapters/golden/kernels/pipelines.h"

namespace vconform::adapters::golden::kernels {

extern const PipelineKernels kBaselinePipelines;
extern const PipelineKernels kX86V3Pipelines;
extern const PipelineKernels kX86V4Pipelines;

}  // namespace vconform::adapters::golden::kernels
