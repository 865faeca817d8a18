// What the file of each instruction set defines.
#pragma once

#include "adapters/golden/kernels/deq_factors.h"

namespace vconform::adapters::golden::kernels {

struct PipelineTable {
  DeqKernel deq;
};

extern const PipelineTable kPipelinesBaseline;
extern const PipelineTable kPipelinesV3;
extern const PipelineTable kPipelinesV4;

}  // namespace vconform::adapters::golden::kernels
