#include "adapters/golden/kernels/deq_body.h"
#include "adapters/golden/kernels/pipelines_tables.h"

namespace vconform::adapters::golden::kernels {

const PipelineKernels kX86V4Pipelines = {"x86-64-v4", deq_lanes};

}  // namespace vconform::adapters::golden::kernels
