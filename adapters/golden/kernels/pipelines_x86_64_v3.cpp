#include "adapters/golden/kernels/deq_body.h"
#include "adapters/golden/kernels/pipelines_tables.h"

namespace vconform::adapters::golden::kernels {

const PipelineKernels kX86V3Pipelines = {"x86-64-v3", deq_lanes};

}  // namespace vconform::adapters::golden::kernels
